/** A point of a chart. `text` is the exact figure; `value` is used only for drawing. */
type ChartPoint = { value: number; text: string }
type ChartSeries = { name: string; points: readonly ChartPoint[] }

export type ChartProps = {
  /** `bar` compares values, `line` shows a trend, and `donut` divides a whole and takes one series. */
  kind: 'bar' | 'line' | 'donut'
  title: string
  /** The heading of the first column in the chart's table, which contains the labels. */
  by: string
  labels: readonly string[]
  series: readonly ChartSeries[]
  /** Further columns of the chart's table that are not drawn, such as the number of customers. */
  also?: readonly ChartSeries[]
  /** Formats a number on the axis. */
  figure: (value: number) => string
  height?: number
  /** True if the page shows the figures of the chart in a table beside the chart. */
  tableBeside?: boolean
}

export type ChartHandle = { download: (name: string) => void }
