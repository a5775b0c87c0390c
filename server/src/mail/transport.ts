import { createTransport, type Transporter } from 'nodemailer'

/** A hanging email server must not hold up other jobs, and nodemailer's own timeouts are ten minutes. */
const smtpTimeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

export const openTransport = (url: string, from: string): Transporter =>
  createTransport({ url, ...smtpTimeouts }, { from })
