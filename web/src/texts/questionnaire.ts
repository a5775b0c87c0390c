import { addTexts } from './loaded.ts'

/** The texts of the sheet that explains the security questions. */
export const questionnaire = {
  title: 'What the questionnaire asks',
  intro:
    'Companies read these answers before they give an app access to their projects. Answer for your company as it is today. You are responsible for the answers, and you can update them with every listing.',
  explain: {
    location: {
      question: 'Is there one legal entity that signs your contracts?',
      yes: 'Enter its registered name, and the address and country of its headquarters.',
      no: 'Enter the entity that is responsible for this app, and where its headquarters are.',
    },
    processing: {
      question: 'Is customer data stored or processed in more than one country?',
      yes: 'List every country where data is stored, or accessed by your staff or hosting providers.',
      no: 'Enter the one country where all data is stored and processed.',
    },
    subprocessors: {
      question: 'Do other companies process customer data for you?',
      yes: 'List each of them and what it does: hosting, email, analytics, support.',
      no: 'Everything runs on your own infrastructure, and no one else has access.',
    },
    sensitive: {
      question: 'Does the app handle sensitive data?',
      yes: "Describe which data, why you need it, who can see it, and when it's deleted.",
      no: 'The app stores project data only: no payroll data, health records or identity documents.',
    },
    contact: {
      question: 'Is there a contact for security?',
      yes: 'Enter an address that more than one person reads on working days.',
      no: 'Questions go to your general support.',
    },
    audits: {
      question: 'Is your security audited by a third party?',
      yes: 'An independent auditor has reviewed it within the last twelve months.',
      no: 'You review it yourself, or not yet.',
    },
    standards: {
      question: 'Are you accredited for a standard?',
      yes: 'Choose every standard for which you hold a valid certificate or report.',
      no: 'You follow good practice without a certificate.',
    },
    testing: {
      question: 'Are there penetration tests?',
      yes: 'Someone tries to break in at least once a year, and you fix the findings.',
      no: 'You find vulnerabilities by other means.',
    },
    notify: {
      question: 'Will you report breaches?',
      yes: 'Within 72 hours of learning about a breach that affects customers of the platform.',
      no: 'Only where required by law.',
    },
    disclosure: {
      question: 'Is there a disclosure program?',
      yes: 'Published rules explain how to report vulnerabilities, and that good-faith reports have no legal consequences.',
      no: 'Reports reach you through your general contact.',
    },
    bounty: {
      question: 'Is there a bug bounty?',
      yes: 'You pay for reports, directly or through a bug bounty platform.',
      no: "Reports are welcome, but you don't pay for them.",
    },
    rest: {
      question: 'Is data encrypted at rest?',
      yes: 'Databases, files and backups are encrypted with managed keys.',
      no: "Some of it isn't encrypted.",
    },
    transit: {
      question: 'Is data encrypted in transit?',
      yes: 'Every connection uses TLS 1.2 or later, including inside your network.',
      no: "Some connections aren't encrypted.",
    },
    sso: {
      question: 'Is there single sign-on?',
      yes: 'Choose the providers that companies use with your app today.',
      no: 'Users sign in with an account and a password for your app.',
    },
    saml: {
      question: 'Is SAML supported?',
      yes: 'Any identity provider that supports SAML 2.0 can be connected.',
      no: 'Other protocols, or none.',
    },
    mfa: {
      question: 'Do you support multi-factor authentication?',
      yes: 'With an app, a security key or a text message. Companies can require it for all their users.',
      no: 'Users sign in with only a password.',
    },
    fas: {
      question: 'Is file access secure?',
      yes: "The app downloads files with the bearer token, follows redirects, and sends the token only to the platform's own hosts.",
      no: "The app doesn't download files, or uses links that don't need a token.",
    },
  },
} as const

addTexts('questionnaire', questionnaire)
