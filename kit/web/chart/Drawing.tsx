import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { use as draws, type EChartsType, init } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useAppearance } from '../theme.tsx'
import type { ChartHandle, ChartProps } from './props.ts'

draws([BarChart, LineChart, PieChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

type Props = ChartProps & { ref: Ref<ChartHandle>; height: number }

/** The picture itself, in the colours of the page, by day and by night. */
export function Drawing({ ref, height, ...props }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const { appearance } = useAppearance()
  const rtl = appearance.direction === 'rtl'
  const draw = useRef(() => {})

  useEffect(() => {
    const at = place.current
    if (!at) return
    const made = init(at)
    chart.current = made
    const sized = new ResizeObserver(() => {
      made.resize()
      draw.current()
    })
    sized.observe(at)
    return () => {
      sized.disconnect()
      made.dispose()
    }
  }, [])

  // Drawn again with its page: the same figures look otherwise by night or in another direction.
  useEffect(() => {
    draw.current = () => {
      const at = place.current
      if (at) chart.current?.setOption(optionOf(props, coloursOf(at), rtl, at.clientWidth), true)
    }
    draw.current()
  })

  useImperativeHandle(ref, () => ({
    download(name) {
      const url = chart.current?.getDataURL({
        type: 'png',
        pixelRatio: 2,
        backgroundColor: place.current ? coloursOf(place.current).page : 'white',
      })
      if (!url) return
      const link = document.createElement('a')
      link.href = url
      link.download = `${name}.png`
      link.click()
    },
  }))
  return <div ref={place} dir="ltr" style={{ blockSize: height, inlineSize: '100%' }} />
}

type Colours = ReturnType<typeof coloursOf>

function coloursOf(at: Element) {
  const style = getComputedStyle(at)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    data: [1, 2, 3, 4, 5].map((place) => of(`--carat-data-${place}`)),
    text: of('--ant-color-text'),
    muted: of('--ant-color-text-secondary'),
    line: of('--ant-color-border-secondary'),
    page: of('--ant-color-bg-container'),
    font: style.fontFamily,
  }
}

/** Of a figure at the size of the page. */
const DIGIT_PX = 7.5
const SCALE_PX = 48

/** Whether each bar has room for its figure: either all of them stand there or none. */
const haveRoom = ([bars]: ChartProps['series'], width: number) =>
  bars !== undefined &&
  (Math.max(0, ...bars.points.map(({ text }) => text.length)) + 1) * DIGIT_PX * bars.points.length <= width - SCALE_PX

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
          data: labels.map((name, place) => ({ name, value: series[0]?.points[place]?.value ?? 0 })),
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
      axisLabel: { ...font, color: colours.muted, hideOverlap: true },
    },
    yAxis: {
      type: 'value' as const,
      position: rtl ? ('right' as const) : ('left' as const),
      ...axis,
      splitNumber: 3,
      // Of whole figures there is no half, which the scale would write as the next whole one.
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
        show: kind === 'bar' && series.length === 1 && haveRoom(series, width),
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
