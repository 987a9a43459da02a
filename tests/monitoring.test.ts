import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Histogram, Metric, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { useApp } from './harness.ts'

// Compares alerts and dashboard with the metrics of the server and with docs/operations.md.

type Rule = {
  alert?: string
  record?: string
  expr: string
  for?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
}
type Panel = { title: string; type: string; targets?: { expr: string }[] }

let registry: Registry
useApp({
  metrics: {
    token: undefined,
    dataDir: tmpdir(),
    onMounted: (source) => {
      registry = source.registry
    },
  },
})

const alertsFile = readFileSync('deploy/prometheus-alerts.yml', 'utf8')
const { groups } = parse(alertsFile) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const alerts = rules.filter(({ alert }) => alert !== undefined)
const { panels } = JSON.parse(readFileSync('deploy/grafana/carat.json', 'utf8')) as { panels: Panel[] }
const expressions = [
  ...rules.map((rule) => [rule.alert ?? rule.record!, rule.expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
]
const operations = readFileSync('docs/operations.md', 'utf8')

/** The metrics of an expression with the labels that its selectors and groupings name. */
const selectorsIn = (expr: string) =>
  [...expr.matchAll(/\b((?:carat|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', labels = '']) => ({
    name,
    labels: [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!),
  }))
const metricOf = (name: string) => {
  const withoutSuffix = registry.getSingleMetric(name.replace(/_(bucket|count|sum)$/, ''))
  return (registry.getSingleMetric(name) ?? withoutSuffix) as (Metric & { labelNames: string[] }) | undefined
}

test('monitoring: every metric and label of the alerts and the dashboard exists in /metrics', () => {
  const ofPrometheus = ['job', 'instance', 'le']
  const unknown = expressions.flatMap(([where, expr]) =>
    selectorsIn(expr).flatMap(({ name, labels }) => {
      const metric = metricOf(name)
      if (!metric) return [`${where}: ${name}`]
      const known = [...ofPrometheus, ...metric.labelNames]
      return labels.filter((label) => !known.includes(label)).map((label) => `${where}: ${name}{${label}}`)
    }),
  )
  expect(unknown).toEqual([])
  expect(expressions.flatMap(([, expr]) => selectorsIn(expr)).length).toBeGreaterThan(80)
})

test('monitoring: every metric of Carat is on the dashboard', () => {
  const visible = panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => selectorsIn(expr)))
  const names = new Set(visible.map(({ name }) => metricOf(name)))
  const missing = registry
    .getMetricsAsArray()
    .filter(({ name }) => name.startsWith('carat_'))
    .filter(({ name }) => !names.has(metricOf(name)))
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('monitoring: every recording rule that an alert uses is defined in its group before the alert', () => {
  for (const { rules: ordered } of groups) {
    const defined = new Set<string>()
    for (const { record, expr } of ordered) {
      for (const [name] of expr.matchAll(/\bcarat:\w+:\w+/g)) expect(defined).toContain(name)
      if (record) defined.add(record)
    }
  }
})

test('monitoring: the objectives use bounds of the duration histogram and the routes of sale and look-up', () => {
  const durations = registry.getSingleMetric('carat_http_request_duration_seconds') as Histogram & {
    upperBounds: number[]
  }
  const bounds = expressions.flatMap(([, expr]) => [...expr.matchAll(/\ble(=~?"[^"]+")/g)].map(([, bound]) => bound))
  // Prometheus 3 writes a whole bound as 1.0, earlier versions as 1.
  expect([...new Set(bounds)].sort()).toEqual(['="0.3"', '=~"1|1.0"'])
  expect(durations.upperBounds).toEqual(expect.arrayContaining([0.3, 1]))
  const routes = expressions.flatMap(([, expr]) =>
    [...expr.matchAll(/route=~"\.\*(\/customer[^"]*)"/g)].map(([, route]) => route),
  )
  expect([...new Set(routes)].sort()).toEqual([lookupMember.path, addTransaction.path].sort())
})

test.each(alerts.map((rule) => [rule.alert!, rule] as const))(
  'monitoring: the alert %s has a severity, a summary, a description and a section of the runbook',
  (name, { labels, annotations = {} }) => {
    expect(['page', 'ticket']).toContain(labels?.severity)
    expect(Object.keys(annotations)).toEqual(['summary', 'description', 'runbook'])
    expect(annotations.summary).toMatch(/^[A-Z].{5,60}[^.]$/)
    expect(annotations.description).toMatch(/\.$/)
    expect(annotations.runbook).toBe(`docs/operations.md#${name.toLowerCase()}`)
    expect(operations).toContain(`<a id="${name.toLowerCase()}"></a>**${name}**`)
  },
)

test('monitoring: every metric of Carat is documented in operations.md', () => {
  const names = registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('carat_'))
  const missing = names.filter((name) => !new RegExp(`\`${name}[\`{]`).test(operations))
  expect(missing).toEqual([])
})
