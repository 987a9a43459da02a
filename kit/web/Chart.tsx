import { Button, Segmented } from 'antd'
import { DownloadIcon } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import type { ChartHandle, ChartProps } from './chart/props.ts'
import './chart/chart.css'
import { useT } from './i18n.ts'
import { PlainTable, Row } from './Layout.tsx'

// Loads the large chart library only when a chart is drawn.
const Drawing = lazy(async () => ({ default: (await import('./chart/Drawing.tsx')).ChartDrawing }))

const HEIGHT = 260

/** Shows a chart that can also be viewed as a table and downloaded as an image. Screen readers read the table. */
export function Chart(props: ChartProps) {
  const { title, by, labels, series, also = [], tableBeside = false, height = HEIGHT } = props
  const figures = [...also, ...series]
  const t = useT()
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const drawing = useRef<ChartHandle>(null)
  return (
    <section className="carat-figure-chart" aria-labelledby={id}>
      <Row justify="spread">
        <h3 className="carat-card-title" id={id}>
          {title}
        </h3>
        <Row className="carat-unprinted">
          {!tableBeside && (
            <Segmented
              size="small"
              value={asTable ? 'table' : 'chart'}
              options={[
                { value: 'chart', label: t('kit:chart.chart') },
                { value: 'table', label: t('kit:chart.table') },
              ]}
              onChange={(choice) => setAsTable(choice === 'table')}
            />
          )}
          {!asTable && (
            <Button
              type="text"
              size="small"
              icon={<DownloadIcon aria-hidden />}
              aria-label={t('kit:chart.download', { title })}
              title={t('kit:chart.download', { title })}
              onClick={() => drawing.current?.download(title)}
            />
          )}
        </Row>
      </Row>
      {asTable ? (
        <Figures title={title} by={by} labels={labels} series={figures} />
      ) : (
        <>
          <div aria-hidden style={{ blockSize: height }}>
            <Suspense fallback={null}>
              <Drawing ref={drawing} {...props} height={height} />
            </Suspense>
          </div>
          {!tableBeside && (
            <div className="carat-unseen">
              <Figures title={title} by={by} labels={labels} series={figures} />
            </div>
          )}
        </>
      )}
    </section>
  )
}

const Figures = ({ title, by, labels, series }: Pick<ChartProps, 'title' | 'by' | 'labels' | 'series'>) => (
  <PlainTable label={title} figures>
    <thead>
      <tr>
        <th scope="col">{by}</th>
        {series.map(({ name }) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {labels.map((label, index) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {series.map(({ name, points }) => (
            <td key={name}>{points[index]?.text}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </PlainTable>
)
