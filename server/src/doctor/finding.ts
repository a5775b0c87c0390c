/** One line of the doctor's report. The portal doesn't work as configured if any of them is a problem. */
export interface Finding {
  level: 'ok' | 'warning' | 'problem'
  text: string
}

export const problem = (text: string): Finding => ({ level: 'problem', text })
export const warning = (text: string): Finding => ({ level: 'warning', text })
