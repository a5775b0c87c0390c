import { expect, test } from 'vitest'
import { nameField } from './problems.ts'

test.each([
  ['title', 'This field is required', 'Title is required'],
  ['feature_bullets.1', 'This field is required', 'Feature bullet 2 is required'],
  ['developer_notes', 'This field is required', 'Developer notes are required'],
  ['developer_notes', 'This contains an email address', 'Developer notes contain an email address'],
  ['address', 'This field is required', 'Address is required'],
  ['sso_providers', 'This field is required', 'SSO providers are required'],
  ['contacts.0.name', 'This field is required', 'Contact 1 name is required'],
  ['helpful_links.0.url', 'This field is required', 'Helpful link 1 URL is required'],
  ['1.token', 'This field is required', 'Entry 2 token is required'],
  ['website_link.url', 'This field is required', 'Website link URL is required'],
  ['website_link.label', 'This field is required', 'Website link label is required'],
  ['pictures_attributes.2.name', 'This field is required', 'Picture 3 name is required'],
  ['category_ids.0', 'Enter a whole number from 1', 'Category 1: Enter a whole number from 1'],
  ['how_it_works', 'This field is required', 'How it works is required'],
  ['expires_in_days', 'This field is required', 'Expires in days is required'],
  ['company_headquarters', 'This field is required', 'Company headquarters is required'],
  [
    'security_questionnaire.subprocessors_details',
    'This field is required',
    'Subprocessors details are required',
  ],
  ['security_questionnaire.company_legal_name', 'This field is required', 'Company legal name is required'],
  ['has_trials', 'This field is required', 'Has trials: Answer yes or no'],
  ['subscription_required', 'This field is required', 'Subscription required: Answer yes or no'],
  ['security_questionnaire.has_mfa_support', 'This field is required', 'Has MFA support: Answer yes or no'],
  ['security_questionnaire.has_fas_support', 'This field is required', 'Has FAS support: Answer yes or no'],
  ['security_questionnaire.has_saml_support', 'This field is required', 'Has SAML support: Answer yes or no'],
  ['has_trials', 'This must be true or false', 'Has trials must be true or false'],
  ['headquarters_country_id', 'Choose from the list', 'Headquarters country: Choose from the list'],
  ['contact_us_email', 'This email is invalid', 'Contact us email is invalid'],
  ['details.website', 'This URL is invalid', 'Website is invalid'],
  ['owner_id', 'Enter a whole number from 1', 'Owner: Enter a whole number from 1'],
  ['id', 'Enter a whole number from 1', 'ID: Enter a whole number from 1'],
  ['redirect_uri', 'This URL is invalid', 'Redirect URI is invalid'],
  ['legacy', 'Write true or false', 'Legacy: Write true or false'],
  ['public_name', 'Character limit exceeded (50)', 'Public name: Character limit exceeded (50)'],
  ['app_id', 'This must be a UUID', 'App must be a UUID'],
  ['client_id', 'This field is required', 'Client ID is required'],
  ['procore_id', 'This must be a whole number', 'Platform ID must be a whole number'],
  ['can_notify_procore', 'This field is required', 'Can notify platform: Answer yes or no'],
  ['name', 'This contains an invisible character', 'Name contains an invisible character'],
  ['', 'This must be an object', 'The input must be an object'],
])('names the field in the error of %s with the text "%s": "%s"', (path, message, named) => {
  expect(nameField(path, message)).toBe(named)
})

test.each([
  ['page', 'Page must be a whole number from 1'],
  ['color', 'color is not a known field'],
  ['semantic_version', 'Write the version number as three whole numbers, like 1.4.0.'],
  ['category_ids', 'Choose each category once'],
  ['semantic_version', 'Version 1.4.0 already exists. The next free number is 1.4.3.'],
  ['confirmed', 'This app is published. Confirm that it is to be taken off the marketplace.'],
])('leaves the error of %s that is a complete sentence unchanged: "%s"', (path, message) => {
  expect(nameField(path, message)).toBe(message)
})
