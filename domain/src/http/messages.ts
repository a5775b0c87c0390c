/** Messages the specification fixes for every form (LVAL-41 to LVAL-43, CONF-51). */
export const fieldMessages = {
  required: 'This field is required',
  email: 'This email is invalid',
  url: 'This URL is invalid',
} as const

export const directionOverride =
  'This contains an invisible character that changes the direction of text. Delete it and type the text again.'

export const mustBe = (kind: string): string => `This must be ${kind}`

/** Returns the message for a string that is too long (LVAL-44). */
export const tooLong = (max: number): string => `Character limit exceeded (${max})`
