/** The console is for whoever builds a screen; people are told on the screen. */
export const log = {
  // oxlint-disable-next-line no-console -- ERR-10 asks for an info message in the log
  info: (message: string) => console.info(message),
  // oxlint-disable-next-line no-console -- ERR-09, CHG-27 ask for a line in the log
  warn: (message: string) => console.warn(message),
}
