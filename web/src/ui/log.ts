/** Logs for developers; users get their messages on the screen. */
export const log = {
  info: (message: string) => console.info(message),
  warn: (message: string) => console.warn(message),
}
