/** The console is for whoever builds a screen; people are told on the screen. */
export const log = {
  info: (message: string) => console.info(message),
  warn: (message: string) => console.warn(message),
}
