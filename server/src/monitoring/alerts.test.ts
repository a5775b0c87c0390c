import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'

const file = new URL('../../../deploy/alerts.yaml', import.meta.url)

interface Rule {
  alert: string
  labels: object
  annotations: object
}

function readRule(name: string): Rule {
  const { groups } = load(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] }
  const rule = groups.flatMap(({ rules }) => rules).find(({ alert }) => alert === name)
  if (!rule) throw new Error(`There is no alert ${name}.`)
  return rule
}

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/**
 * Checks at which times the alert fires, with a sample of each series every five minutes, in Prometheus' notation.
 * Returns the differences.
 */
async function findDifferences(
  name: string,
  series: Record<string, string>,
  times: Record<string, boolean>,
): Promise<string> {
  const rule = readRule(name)
  const { alert, labels, annotations } = rule
  const tests = {
    rule_files: ['rules.yaml'],
    evaluation_interval: '15m',
    tests: [
      {
        interval: '5m',
        input_series: Object.entries(series).map(([metric, values]) => ({ series: metric, values })),
        alert_rule_test: Object.entries(times).map(([at, fires]) => ({
          eval_time: at,
          alertname: alert,
          exp_alerts: fires ? [{ exp_labels: labels, exp_annotations: annotations }] : [],
        })),
      },
    ],
  }
  const folder = await newFolder({
    // JSON is YAML, too.
    'rules.yaml': JSON.stringify({ groups: [{ name, rules: [rule] }] }),
    'tests.yaml': JSON.stringify(tests),
  })
  const options = { encoding: 'utf8', cwd: folder } as const
  const { status, stderr } = spawnSync('promtool', ['test', 'rules', 'tests.yaml'], options)
  return status === 0 ? '' : stderr
}

/** Samples of a day. */
const day = 24 * 12
const up = 'trestle_database_up{job="trestle",instance="web1:3000"}'
const lastBackup = 'trestle_last_backup_timestamp_seconds{job="trestle",instance="web1:3000"}'

describe.skipIf(!hasPromtool)('the alert about a missing backup', () => {
  test('fires once a portal has run for three days', async () => {
    const times = { '1h': false, '2d': false, '71h': false, '73h': true, '5d': true }
    expect(await findDifferences('TrestleBackupMissing', { [up]: `1x${6 * day}` }, times)).toBe('')
  })

  test('is silent from the first backup on, however old it is', async () => {
    const series = { [up]: `1x${9 * day}`, [lastBackup]: `_x${4 * day} 345600x${5 * day}` }
    const times = { '95h': true, '97h': false, '8d': false }
    expect(await findDifferences('TrestleBackupMissing', series, times)).toBe('')
    expect(await findDifferences('TrestleBackupOld', series, { '97h': false, '8d': true })).toBe('')
  })

  test('does not wait longer after all processes restarted', async () => {
    const series = { [up]: `1x${day} _x4 1x${3 * day}` }
    expect(await findDifferences('TrestleBackupMissing', series, { '71h': false, '73h': true })).toBe('')
  })

  test('is silent while no process can read the database', async () => {
    const series = { [up]: `1x${4 * day} 0x${day}`, [lastBackup]: `345600x${4 * day}` }
    expect(await findDifferences('TrestleBackupMissing', series, { '95h': false, '100h': false })).toBe('')
  })
})
