/** How long a repeated call with the same key gets the first reply. */
export const idempotencyHours = 24
