/** The call of the documentation's page `first-api-call`, without options that don't matter here. */
export const firstCall = `curl "$PORTAL/sandbox/rest/v1.1/projects" \\
  --header "Authorization: Bearer $TOKEN" \\
  --header "X-Company-Id: $COMPANY_ID"`
