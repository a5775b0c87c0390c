/** The call of the documentation's page `first-api-call`, without options that don't matter here. */
export const firstCall = `curl "$PORTAL/sandbox/rest/v1.1/projects" \\
  --header "Authorization: Bearer $TOKEN" \\
  --header "X-Company-Id: $COMPANY_ID"`

/** How its reply begins in a new sandbox, without the fields that differ between sandboxes. */
export const firstReply = `[
  {
    "name": "Harbor Street Parking Structure",
    "number": "26-114",
    "stage": "Course of construction",
    "is_active": true,
    "city": "Portland",
    …`
