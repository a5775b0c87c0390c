/**
 * The numbers of the advisory locks. Those with keys are classes of locks, the others are single locks. A number keeps
 * its meaning forever, because processes of two releases run in parallel during an upgrade.
 */
export const advisoryLocks = {
  migrations: 7_401_913,
  marketplaceSlugs: 7_401_914,
  /** By a hash of the visitor's address. */
  visitors: 7_401_915,
  /** By the id of the app. */
  appStorage: 7_401_916,
  /** By the id of the developer. */
  developerStorage: 7_401_917,
  oauthEvents: 7_401_918,
  /** By the position of the data in its list. */
  retention: 7_401_919,
  /** By a hash of the counter's key. */
  attempts: 7_401_920,
  partitions: 7_401_921,
  /** By a hash of the address. Taken after the rows of the app and the inviter. */
  invitedAddresses: 7_401_922,
} as const
