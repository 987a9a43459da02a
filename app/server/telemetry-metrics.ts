import { type HrTime, ValueType } from '@opentelemetry/api'
import { millisToHrTime } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, MetricValueWithName, Registry } from 'prom-client'

// Converts the metrics of /metrics for the collector, so that both have the same names and values.

const startTime = millisToHrTime(Date.now() - process.uptime() * 1000)

type Metric = MetricObjectWithValues<MetricValue<string>>

/** Reads all metrics of the registry. */
export async function convertRegistry(
  registry: Registry,
  refresh: () => Promise<void>,
  resource: Resource,
): Promise<CollectionResult> {
  await refresh()
  const endTime = millisToHrTime(Date.now())
  const metrics = (await registry.getMetricsAsJSON()).flatMap((metric) => convert(metric, endTime) ?? [])
  return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'carat' }, metrics }] }, errors: [] }
}

function convert(metric: Metric, endTime: HrTime): MetricData | undefined {
  const common = {
    descriptor: { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const type = metric.type as unknown as string
  if (type === 'histogram') {
    const dataPoints = histogramPoints(metric.values as MetricValueWithName<string>[], endTime)
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints = metric.values.map(({ labels, value }) => pointOf(labels, value, endTime))
  if (type === 'counter') return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
  // Summaries have no equivalent for sending; only Node's own garbage collection metrics could be one.
  return type === 'gauge' ? { ...common, dataPointType: DataPointType.GAUGE, dataPoints } : undefined
}

const pointOf = <Value>(attributes: object, value: Value, endTime: HrTime): DataPoint<Value> => ({
  startTime,
  endTime,
  attributes: { ...attributes } as Record<string, string>,
  value,
})

/** Groups the series of a histogram by their labels. Prometheus counts buckets cumulatively, OpenTelemetry separately. */
function histogramPoints(values: MetricValueWithName<string>[], endTime: HrTime): DataPoint<Histogram>[] {
  const groups = new Map<
    string,
    { labels: object; buckets: [bound: number, count: number][]; sum: number; count: number }
  >()
  for (const { metricName, labels, value } of values) {
    const { le, ...others } = labels as Record<string, string | number>
    const key = JSON.stringify(others)
    const group = groups.get(key) ?? { labels: others, buckets: [], sum: 0, count: 0 }
    groups.set(key, group)
    if (metricName?.endsWith('_sum')) group.sum = value
    else if (metricName?.endsWith('_count')) group.count = value
    else if (le !== '+Inf') group.buckets.push([Number(le), value])
  }
  return [...groups.values()].map(({ labels, buckets, sum, count }) => {
    const ordered = buckets.sort(([one], [other]) => one - other)
    const cumulative = [...ordered.map(([, seen]) => seen), count]
    const counts = cumulative.map((seen, index) => seen - (cumulative[index - 1] ?? 0))
    const boundaries = ordered.map(([bound]) => bound)
    return pointOf(labels, { buckets: { boundaries, counts }, sum, count }, endTime)
  })
}
