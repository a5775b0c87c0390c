import { longestReportMs, reportedDays } from '@trestle/domain/metrics/rules.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { addTexts } from './loaded.ts'

export const metrics = {
  title: 'Metrics',
  tagline: 'See how companies find, install and use {{name}}.',
  guests: "Metrics aren't shown to users with the User role",
  guestsDetail:
    'Only the owner, admins and developers of {{name}} can see them. Ask {{owner}} for another role.',
  report: {
    title: 'API usage report',
    detail:
      "Every production API call of {{name}} in the last {{reportedDays}} days, counted by day, response code, HTTP method and route. We'll email it to you as a CSV file.",
    generate: 'Generate report',
    generating:
      'Your report is being generated. It can take up to {{longestReportMinutes}} minutes. We will e-mail it to {{address}}.',
    elapsed: 'Requested {{elapsed}} ago. You can leave this page.',
    overdue:
      "A report is taking longer than {{longestReportMinutes}} minutes. It's still on its way, and you can request another one.",
    inTheMaking: 'A report is being generated.',
    sent: 'The report was emailed to {{address}} on {{date}}.',
    undeliveredTitle: 'The report was not delivered',
    undelivered:
      "We couldn't deliver the report to {{address}}. Check that this address receives emails, then request another one.",
    cooling: 'You can request the next report in {{time}}.',
    coolingSpoken_one: 'You can request the next report in about {{count}} minute.',
    coolingSpoken_other: 'You can request the next report in about {{count}} minutes.',
    ready: 'You can request a report again.',
    errorTitle: 'The report could not be generated',
    network: 'Network error. Please check your connection and try again.',
    failed: 'Failed to generate report. Please try again.',
    preferences: 'Manage notifications',
    loadFailed: 'We could not check whether a report is on its way.',
    seconds_one: '{{count}} second',
    seconds_other: '{{count}} seconds',
    minutes_one: '{{count}} minute',
    minutes_other: '{{count}} minutes',
    hours_one: '{{count}} hour',
    hours_other: '{{count}} hours',
  },
  engagement: {
    title: 'App engagement',
    detail: 'Marketplace visits and company installations over time, day by day.',
    view: 'View metrics report',
    loadFailed: 'The metrics could not be loaded.',
    none: 'No metrics available.',
    noneDetail: 'Metrics appear here when a company visits, installs or uses the app.',
    installations: 'Installations',
    installationsHow_zero: 'Companies that currently have the app installed.',
    installationsHow_one:
      "Companies that currently have the app installed. {{count}} demo company isn't counted.",
    installationsHow_other:
      "Companies that currently have the app installed. {{count}} demo companies aren't counted.",
    views: 'Marketplace visits',
    viewsHow: 'Visits to the listing page in the last {{reportedDays}} days.',
    calls: 'API calls',
    callsHow:
      'Calls in the last {{reportedDays}} days, successful or not, including those to the sandbox of this portal.',
    callsHow_gov: 'Calls in the last {{reportedDays}} days, successful or not.',
    period: 'The last {{reportedDays}} days: {{from}} to {{to}} (UTC), including today.',
    reported: 'Last reported by {{platform}}: {{date}}.',
  },
  engagementReport: {
    title: 'App Engagement Report',
    apps: 'Apps',
    description: 'How often companies viewed {{name}} on the marketplace and installed it, day by day.',
    export: 'Export CSV',
    none: 'No metrics available.',
    noneDetail: 'Metrics appear here when a company views the app on the marketplace or installs it.',
    totals: 'Totals',
    period: 'From {{from}} to {{to}} (UTC), including today.',
    counted: 'Counted up to {{generated}}. Reload the page to update.',
    reported: 'Last reported by {{platform}}: {{date}}.',
    notReported: "{{platform}} hasn't reported any data for this app yet.",
    installations: 'Installations',
    installationsHow:
      'Each time a company installed the app. Demo companies are listed below but not counted.',
    visits: 'Marketplace visits',
    visitsHow:
      "Visits to the app's marketplace page: those that {{platform}} reports, and those counted here. Each visitor counts once a day, and at most three visitors per network address.",
    rate: 'Conversion rate',
    rateHow: 'Installations per 100 marketplace visits.',
    rateNone: 'N/A',
    rateValue: '{{rate}}%',
    dailyInstallations: 'Daily app installations',
    dailyVisits: 'Daily marketplace app views',
    chartHow:
      'By UTC day. Use the arrow keys to move from day to day, and Page Up and Page Down to move by a week. The table below has the same numbers.',
    chart: '{{title}}, {{from}} to {{to}}',
    installationsOf_one: '{{count}} installation',
    installationsOf_other: '{{count}} installations',
    visitsOf_one: '{{count}} visit',
    visitsOf_other: '{{count}} visits',
    point: '{{date}}: {{value}}',
    days: 'Day by day',
    daysHow:
      'UTC days, newest first, with the installations and uninstallations of each day. Days without any are collapsed.',
    quietDays: '{{from}} to {{to}}: {{count}} days without installations',
    range: 'Days in the report',
    lastDays: 'Last {{days}} days',
    allDays: 'All days',
    date: 'Date',
    visitsColumn: 'Visits',
    recordsOf: 'Installations and uninstallations on {{date}}',
    company: 'Company',
    demo: 'Demo',
    isDemo: 'Demo',
    isNoDemo: 'No',
    user: 'User email',
    unknownUser: 'Not provided',
    updated: 'Updated (UTC)',
    status: 'Status',
    installed: 'Installed',
    uninstalled: 'Uninstalled',
    cut: 'The newest {{shown}} of {{total}} on this day. The export includes all of them.',
    guests: "Metrics aren't shown to users with the User role",
    guestsDetail: "Only the app's owner, admins and developers can see them.",
    backToApps: 'Back to your apps',
  },
} as const

export const metricsLimits = { reportedDays, longestReportMinutes: longestReportMs / minuteMs }

addTexts('metrics', metrics, metricsLimits)
