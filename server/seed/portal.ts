/** The settings of the portal that the demo data depends on. */
export interface DemoPortal {
  /** Has neither sandboxes nor side panels. */
  isGovernmentCloud: boolean
}
