/** Joins the class names that apply. */
export const clsx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
