import { testKey } from './testKey.ts'

/** The smallest usable settings of a production server. */
export const productionSettings = {
  RELEASE_STAGE: 'production',
  PUBLIC_URL: 'https://developers.example.com',
  DATABASE_URL: 'postgres://database.example.com/trestle',
  ENCRYPTION_KEYS: testKey,
  FILES_URL: 's3://bucket/files',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Trestle <no-reply@developers.example.com>',
  SANDBOX_SERVICE_URL: 'https://sandboxes.example.com',
} satisfies Record<string, string>
