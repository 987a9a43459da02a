import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { parseKeyPairsIntoRecord, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { installTracer, type OpenSpan, type RemoteSpan, type Tracer } from '#kit/server/tracing.ts'
import type { TelemetryConfig } from './config.ts'
import type { MetricsSource } from './metrics.ts'
import { releaseInfo } from './release.ts'
import { convertRegistry } from './telemetry-metrics.ts'

// Sends traces and metrics to an OpenTelemetry collector. Only loaded if OTEL_EXPORTER_OTLP_ENDPOINT is set.

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

const WARN_EVERY_MS = 60_000
/** The longest delay of the program's end by a collector that is away. */
const STOP_MS = 3_000

export type Telemetry = {
  /** Sends the metrics at an interval. */
  sendMetrics(source: MetricsSource): void
  /** Sends everything that is still waiting. Resolves even if the collector does not answer. */
  stop(): Promise<void>
}

/** Installs the tracer of this process and returns the sender of its metrics. */
export function startTelemetry(config: TelemetryConfig, warn: (text: string) => void): Telemetry {
  const { endpoint, serviceName, metricsIntervalMs } = config
  const headers = parseKeyPairsIntoRecord(config.headers)
  const report = warnSeldom(warn)
  setGlobalErrorHandler(report)
  const resource = defaultResource().merge(
    resourceFromAttributes({ 'service.name': serviceName, 'service.version': releaseInfo.version }),
  )
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers })
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(config),
    // A queue that is full drops further spans, so a collector that is away costs a bounded amount of memory.
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  installTracer(createTracer(provider))
  let meters: MeterProvider | undefined
  return {
    sendMetrics({ registry, refresh }) {
      const reader = new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, headers }),
        exportIntervalMillis: metricsIntervalMs,
        exportTimeoutMillis: Math.min(metricsIntervalMs, 10_000),
        metricProducers: [{ collect: () => convertRegistry(registry, refresh, resource) }],
      })
      meters = new MeterProvider({ resource, readers: [reader] })
    },
    async stop() {
      installTracer(undefined)
      const sent = Promise.all([provider.shutdown(), meters?.shutdown()]).catch(report)
      const timeout = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())
      await Promise.race([sent, timeout])
    },
  }
}

/** Reports a failure at most once a minute, because a collector that is away fails every few seconds. */
function warnSeldom(warn: (text: string) => void) {
  let warnedAt = Number.NEGATIVE_INFINITY
  return (error: unknown) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    const { code } = error as { code?: unknown }
    // The message of an error repeats the collector's reply.
    warn(
      `Traces or metrics could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT (${code ?? (error as Error)?.name ?? 'no answer'})`,
    )
  }
}

/**
 * Returns the sampler of the standard names. The flag of a caller's `traceparent` never decides:
 * otherwise callers could switch the recording of their calls on or off.
 */
export function samplerOf({ sampler, samplerRatio }: Pick<TelemetryConfig, 'sampler' | 'samplerRatio'>): Sampler {
  const root = sampler.endsWith('always_off')
    ? new AlwaysOffSampler()
    : sampler.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(samplerRatio)
      : new AlwaysOnSampler()
  return new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root })
}

/** The span of our own types with the span of the library that it wraps. */
type WrappedSpan = OpenSpan & { span: Span }

function createTracer(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('carat', releaseInfo.version)
  return ({ name, kind, attributes }, parent) => {
    const options = { kind: kinds[kind], ...(attributes && { attributes: { ...attributes } }) }
    return wrap(tracer.startSpan(name, options, contextOf(parent)))
  }
}

function contextOf(parent: OpenSpan | RemoteSpan | undefined) {
  if (parent === undefined) return ROOT_CONTEXT
  if ('spanId' in parent)
    return trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags: TraceFlags.NONE, isRemote: true })
  return trace.setSpan(ROOT_CONTEXT, (parent as WrappedSpan).span)
}

const wrap = (span: Span): WrappedSpan => ({
  span,
  traceId: span.spanContext().traceId,
  setAttributes: (attributes) => void span.setAttributes(attributes),
  end(errorType) {
    if (errorType !== undefined) {
      span.setAttribute('error.type', errorType)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    span.end()
  },
})
