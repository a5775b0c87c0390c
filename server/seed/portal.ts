/** What the demo depends on. */
export interface DemoPortal {
  /** Has neither sandboxes nor side panels. */
  governmentCloud: boolean
}
