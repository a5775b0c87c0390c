/** Whether developers see a notification on 2026-02-10. Tests the rule and the SQL query that repeats it. */
export const shownCases = [
  [{ draft: false, visible: true, show_after: null }, true],
  [{ draft: false, visible: true, show_after: '2026-02-09' }, true],
  [{ draft: false, visible: true, show_after: '2026-02-10' }, true],
  [{ draft: false, visible: true, show_after: '2026-02-11' }, false],
  [{ draft: true, visible: true, show_after: null }, false],
  [{ draft: true, visible: true, show_after: '2026-02-09' }, false],
  [{ draft: false, visible: false, show_after: null }, false],
  [{ draft: true, visible: false, show_after: '2026-02-11' }, false],
] as const
