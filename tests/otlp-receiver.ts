import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TelemetryConfig } from '#app/server/config.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string; doubleValue?: number } }
export type ReceivedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: Attribute[]
  status?: { code?: number; message?: string }
}
export type ReceivedMetric = {
  name: string
  sum?: { isMonotonic: boolean; dataPoints: { asDouble?: number; asInt?: number; attributes: Attribute[] }[] }
  gauge?: { dataPoints: { asDouble?: number; asInt?: number; attributes: Attribute[] }[] }
  histogram?: {
    dataPoints: { bucketCounts: (number | string)[]; explicitBounds: number[]; sum: number; count: number | string }[]
  }
}
type TraceBody = { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] }
type MetricBody = { resourceMetrics: { scopeMetrics: { metrics: ReceivedMetric[] }[] }[] }

/** A collector that stores what it receives by OTLP over HTTP, as JSON. */
export async function startOtlpReceiver() {
  let status = 200
  const bodies: { path: string; text: string; headers: NodeJS.Dict<string | string[]> }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      bodies.push({ path: request.url ?? '', text, headers: request.headers })
      response.statusCode = status
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const parse = <Body>(path: string) =>
    bodies.filter((one) => one.path === path).map(({ text }) => JSON.parse(text) as Body)
  return {
    bodies,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.map(({ text }) => text).join('\n'),
    spans: () =>
      parse<TraceBody>('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    metrics: () =>
      parse<MetricBody>('/v1/metrics').flatMap(({ resourceMetrics }) =>
        resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
      ),
    answerWith: (newStatus: number) => {
      status = newStatus
    },
    clear: () => void bodies.splice(0),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export const attributeOf = (span: ReceivedSpan, name: string) => {
  const value = span.attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue ?? value?.doubleValue
}

export const telemetryTo = (endpoint: string, more: Partial<TelemetryConfig> = {}): TelemetryConfig => ({
  endpoint,
  headers: '',
  serviceName: 'carat',
  sampler: 'always_on',
  samplerRatio: 1,
  metricsIntervalMs: 60_000,
  ...more,
})
