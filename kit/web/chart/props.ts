/** `text` is the exact figure; `value` is used only for drawing. */
type ChartPoint = { value: number; text: string }
type ChartSeries = { name: string; points: readonly ChartPoint[] }

export type ChartProps = {
  /** `bar` compares, `line` shows a development over time, `donut` divides a whole and takes one series. */
  kind: 'bar' | 'line' | 'donut'
  title: string
  /** The heading of the labels: the first column of the table view. */
  by: string
  labels: readonly string[]
  series: readonly ChartSeries[]
  /** Further columns of the table view that are not drawn, such as the number of customers. */
  also?: readonly ChartSeries[]
  /** Formats a figure of the axis. */
  figure: (value: number) => string
  height?: number
  /** The page shows the figures in a table beside the chart. */
  tableBeside?: boolean
}

export type ChartHandle = { download: (name: string) => void }
