import { globSync, readFileSync } from 'node:fs'
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'
import { SamplingDecision } from '@opentelemetry/sdk-trace'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installTracer, isTracing, traceWork } from '#kit/server/tracing.ts'
import { startOtlpReceiver, telemetryTo } from '#tests/otlp-receiver.ts'
import { parseTraceparent } from './call-tracing.ts'
import { samplerOf, startTelemetry } from './telemetry.ts'

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
beforeEach(async () => {
  receiver = await startOtlpReceiver()
})
afterEach(async () => {
  installTracer(undefined)
  await receiver.stop()
})

test('telemetry: the collector receives the counters, gauges and histograms of /metrics with their labels', async () => {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'sales_total', help: 'Sales', labelNames: ['route'], registers }).inc({ route: '/sale' }, 3)
  const age = new Gauge({ name: 'age_seconds', help: 'Age', registers })
  const durations = new Histogram({ name: 'duration_seconds', help: 'Duration', buckets: [0.3, 1], registers })
  for (const seconds of [0.1, 0.2, 0.5, 7]) durations.observe(seconds)

  const telemetry = startTelemetry(
    telemetryTo(receiver.endpoint, { headers: 'api-key=of%20the%20collector' }),
    () => {},
  )
  telemetry.sendMetrics({ registry, refresh: async () => age.set(42) })
  await telemetry.stop()

  const byName = new Map(receiver.metrics().map((metric) => [metric.name, metric]))
  expect(byName.get('sales_total')!.sum).toMatchObject({
    isMonotonic: true,
    dataPoints: [{ asDouble: 3, attributes: [{ key: 'route', value: { stringValue: '/sale' } }] }],
  })
  expect(byName.get('age_seconds')!.gauge!.dataPoints[0]).toMatchObject({ asDouble: 42 })
  const point = byName.get('duration_seconds')!.histogram!.dataPoints[0]!
  expect(point.explicitBounds).toEqual([0.3, 1])
  expect(point.bucketCounts.map(Number)).toEqual([2, 1, 1])
  expect([Number(point.count), point.sum]).toEqual([4, 7.8])
  expect(receiver.bodies[0]!.headers['api-key']).toBe('of the collector')
})

test('telemetry: a collector that refuses is reported once, without its reply, and stopping succeeds', async () => {
  receiver.answerWith(400)
  const warnings: string[] = []
  const telemetry = startTelemetry(telemetryTo(receiver.endpoint), (text) => warnings.push(text))
  telemetry.sendMetrics({ registry: new Registry(), refresh: async () => {} })
  await traceWork({ name: 'work', kind: 'internal' }, async () => {})
  await telemetry.stop()
  expect(isTracing()).toBe(false)
  expect(warnings).toEqual([
    expect.stringMatching(/^Traces or metrics could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT/),
  ])
})

test.each([
  ['always_on', 1, true],
  ['always_off', 1, false],
  ['traceidratio', 0, false],
  ['traceidratio', 1, true],
  ['parentbased_always_off', 1, false],
  ['parentbased_traceidratio', 1, true],
] as const)(
  'telemetry: the sampler %s with the share %d decides, whatever flag the caller sent',
  (sampler, samplerRatio, records) => {
    for (const traceFlags of [0, 1]) {
      const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
      const remote = { traceId, spanId: '00f067aa0ba902b7', traceFlags, isRemote: true }
      const context = trace.setSpanContext(ROOT_CONTEXT, remote)
      const { decision } = samplerOf({ sampler, samplerRatio }).shouldSample(
        context,
        traceId,
        'call',
        SpanKind.SERVER,
        {},
        [],
      )
      expect(decision === SamplingDecision.RECORD_AND_SAMPLED).toBe(records)
    }
  },
)

test.each([
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', true],
  ['01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later', true],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later', false],
  ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', false],
  ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', false],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01', false],
  ['00-880101145678-siti@carat.example-01', false],
  [undefined, false],
])('telemetry: the traceparent %j is accepted only if it is well-formed', (header, isAccepted) => {
  expect(parseTraceparent(header) !== undefined).toBe(isAccepted)
})

test('telemetry: without a collector no module of OpenTelemetry is loaded', () => {
  const importers = globSync('{app,areas,kit}/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /^(?:import (?!type\b)|\} from )[^\n]*'@opentelemetry\//m.test(readFileSync(file, 'utf8')))
    .sort()
  expect(importers).toEqual(['app/server/telemetry-metrics.ts', 'app/server/telemetry.ts'])
  const loaders = globSync('{app,areas,kit}/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && file !== 'app/server/telemetry.ts')
    .filter((file) =>
      /^(?:import (?!type\b)|\} from )[^\n]*\/telemetry(-metrics)?\.ts'/m.test(readFileSync(file, 'utf8')),
    )
  expect(loaders).toEqual([])
})
