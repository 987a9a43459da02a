import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { use as draws, type EChartsType, init } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useAppearance } from '../theme.tsx'
import type { ChartHandle, ChartProps } from './props.ts'

draws([BarChart, LineChart, PieChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

type Props = ChartProps & { ref: Ref<ChartHandle>; height: number }

/** Draws the chart in the colours of the current theme (light or dark). */
export function ChartDrawing({ ref, height, ...props }: Props) {
  const containerRef = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const { appearance } = useAppearance()
  const rtl = appearance.direction === 'rtl'
  const draw = useRef(() => {})

  useEffect(() => {
    const container = containerRef.current
    if (!container) return
    const instance = init(container)
    chart.current = instance
    const resizeObserver = new ResizeObserver(() => {
      instance.resize()
      draw.current()
    })
    resizeObserver.observe(container)
    return () => {
      resizeObserver.disconnect()
      instance.dispose()
    }
  }, [])

  // Redraws on every render, because the theme or the text direction may have changed.
  useEffect(() => {
    draw.current = () => {
      const container = containerRef.current
      if (container) chart.current?.setOption(optionOf(props, coloursOf(container), rtl, container.clientWidth), true)
    }
    draw.current()
  })

  useImperativeHandle(ref, () => ({
    download(name) {
      const url = chart.current?.getDataURL({
        type: 'png',
        pixelRatio: 2,
        backgroundColor: containerRef.current ? coloursOf(containerRef.current).page : 'white',
      })
      if (!url) return
      const link = document.createElement('a')
      link.href = url
      link.download = `${name}.png`
      link.click()
    },
  }))
  return <div ref={containerRef} dir="ltr" style={{ blockSize: height, inlineSize: '100%' }} />
}

type Colours = ReturnType<typeof coloursOf>

function coloursOf(container: Element) {
  const style = getComputedStyle(container)
  const cssVariable = (name: string) => style.getPropertyValue(name).trim()
  return {
    data: [1, 2, 3, 4, 5].map((index) => cssVariable(`--carat-data-${index}`)),
    text: cssVariable('--ant-color-text'),
    muted: cssVariable('--ant-color-text-secondary'),
    line: cssVariable('--ant-color-border-secondary'),
    page: cssVariable('--ant-color-bg-container'),
    font: style.fontFamily,
  }
}

/** The width of a digit in pixels. */
const DIGIT_PX = 7.5
const SCALE_PX = 48

/** True if every bar of the chart has room for its label. Either all bars have labels or none. */
const allLabelsFit = ([bars]: ChartProps['series'], width: number) =>
  bars !== undefined &&
  (Math.max(0, ...bars.points.map(({ text }) => text.length)) + 1) * DIGIT_PX * bars.points.length <= width - SCALE_PX

const LABEL_PX = 64

/** Wraps the names below the bars of the chart. Omits some names if the space is too small. */
const labelRoom = (kind: ChartProps['kind'], room: number) =>
  kind === 'bar' && room >= LABEL_PX
    ? { interval: 0, width: room - 8, overflow: 'break' as const, lineHeight: 16 }
    : { hideOverlap: true }

function optionOf({ kind, labels, series, figure }: ChartProps, colours: Colours, rtl: boolean, width: number) {
  const font = { fontFamily: colours.font, fontSize: 12 }
  const common = {
    animation: false,
    color: colours.data,
    textStyle: { ...font, color: colours.text },
    tooltip: {
      trigger: kind === 'donut' ? ('item' as const) : ('axis' as const),
      backgroundColor: colours.page,
      borderColor: colours.line,
      textStyle: { ...font, color: colours.text },
      valueFormatter: (value: unknown) => figure(Number(value)),
    },
  }
  const legend = { icon: 'roundRect', itemWidth: 10, itemHeight: 10, textStyle: { ...font, color: colours.muted } }
  if (kind === 'donut')
    return {
      ...common,
      legend: {
        ...legend,
        orient: 'vertical' as const,
        top: 'middle',
        [rtl ? 'right' : 'left']: '58%',
        type: 'scroll' as const,
      },
      series: [
        {
          type: 'pie' as const,
          name: series[0]?.name ?? '',
          radius: ['52%', '82%'],
          center: [rtl ? '70%' : '30%', '50%'],
          itemStyle: { borderColor: colours.page, borderWidth: 2 },
          label: { show: false },
          data: labels.map((name, index) => ({ name, value: series[0]?.points[index]?.value ?? 0 })),
        },
      ],
    }
  const axis = { axisLine: { show: false }, axisTick: { show: false } }
  return {
    ...common,
    ...(series.length > 1 && { legend: { ...legend, top: 0, [rtl ? 'right' : 'left']: 0 } }),
    grid: {
      top: series.length > 1 ? 40 : 24,
      bottom: 0,
      left: 0,
      right: 0,
      outerBoundsMode: 'same' as const,
      outerBoundsContain: 'axisLabel' as const,
    },
    xAxis: {
      type: 'category' as const,
      data: [...labels],
      inverse: rtl,
      ...axis,
      axisLabel: { ...font, color: colours.muted, ...labelRoom(kind, width / labels.length) },
    },
    yAxis: {
      type: 'value' as const,
      position: rtl ? ('right' as const) : ('left' as const),
      ...axis,
      splitNumber: 3,
      // Prevents half steps on an axis of whole numbers, which would be rounded to duplicate labels.
      ...(series.every(({ points }) => points.every(({ value }) => Number.isInteger(value))) && { minInterval: 1 }),
      splitLine: { lineStyle: { color: colours.line } },
      axisLabel: { ...font, color: colours.muted, formatter: figure },
    },
    series: series.map(({ name, points }) => ({
      type: kind,
      name,
      data: points.map(({ value }) => value),
      barMaxWidth: 72,
      itemStyle: { borderRadius: kind === 'bar' ? [4, 4, 0, 0] : 0 },
      label: {
        show: kind === 'bar' && series.length === 1 && allLabelsFit(series, width),
        position: 'top' as const,
        ...font,
        fontWeight: 600,
        color: colours.text,
        formatter: ({ dataIndex }: { dataIndex: number }) => points[dataIndex]?.text ?? '',
      },
      ...(kind === 'line' && { showSymbol: points.length < 2, lineStyle: { width: 2 }, areaStyle: { opacity: 0.12 } }),
    })),
  }
}
