import { Button, Checkbox, Modal, Select } from 'antd'
import { ArrowDownIcon, ArrowUpIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ColumnChoice, ColumnWidth } from '#kit/contract/list-view.ts'
import { useT } from '../i18n.ts'
import { Muted, Row } from '../Layout.tsx'

export type OfferedColumn = { field: string; title: string }
type Line = OfferedColumn & { shown: boolean; width: ColumnWidth | undefined }

type Props = {
  /** All that the page has, the declared ones first. */
  offered: readonly OfferedColumn[]
  /** What is shown without a choice. */
  declared: readonly string[]
  chosen: readonly ColumnChoice[]
  onClose: () => void
  /** Null: as the page declares them. */
  onApply: (columns: ColumnChoice[] | null) => void
}

/** Which columns are shown, in which order and how wide; everything by buttons, so that nobody has to drag. */
export function ColumnsDialog({ offered, declared, chosen, onClose, onApply }: Props) {
  const t = useT()
  const [open, setOpen] = useState(true)
  const [lines, setLines] = useState(() => linesOf(offered, chosen))
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)

  const change = (field: string, part: Partial<Line>) =>
    setLines((before) => before.map((line) => (line.field === field ? { ...line, ...part } : line)))
  const move = (place: number, by: 1 | -1) => {
    const line = lines[place]!
    setLines(lines.toSpliced(place, 1).toSpliced(place + by, 0, line))
    setAnnouncement(t('kit:columns.moved', { name: line.title, place: place + by + 1 }))
    requestAnimationFrame(() => focusMover(list.current?.children[place + by], by))
  }
  const apply = () => {
    onApply(choiceOf(lines, declared))
    setOpen(false)
  }
  const reset = () =>
    setLines(
      linesOf(
        offered,
        declared.map((Field) => ({ Field })),
      ),
    )

  return (
    <Modal
      open={open}
      title={t('kit:columns.title')}
      width={560}
      onCancel={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
      footer={
        <Row justify="spread">
          <Button onClick={reset}>{t('kit:verbs.reset')}</Button>
          <Row>
            <Button onClick={() => setOpen(false)}>{t('kit:verbs.cancel')}</Button>
            <Button type="primary" onClick={apply}>
              {t('kit:columns.apply')}
            </Button>
          </Row>
        </Row>
      }
    >
      <ul className="carat-column-choice" ref={list}>
        {lines.map((line, place) => (
          <ColumnLine
            key={line.field}
            line={line}
            place={place}
            last={place === lines.length - 1}
            onChange={(part) => change(line.field, part)}
            onMove={(by) => move(place, by)}
          />
        ))}
      </ul>
      <span role="status" className="carat-unseen">
        {announcement}
      </span>
    </Modal>
  )
}

type LineProps = {
  line: Line
  place: number
  last: boolean
  onChange: (part: Partial<Line>) => void
  onMove: (by: 1 | -1) => void
}

/** The first column names the row, so it neither moves nor goes. */
function ColumnLine({ line: { title, shown: visible, width }, place, last, onChange, onMove }: LineProps) {
  const t = useT()
  return (
    <li className="carat-columns-line">
      <Checkbox
        className="carat-columns-name"
        checked={visible}
        disabled={place === 0}
        onChange={({ target }) => onChange({ shown: target.checked })}
      >
        {title}
        {place === 0 && <Muted> {t('kit:columns.first')}</Muted>}
      </Checkbox>
      <Select<ColumnWidth | 'auto'>
        size="small"
        className="carat-columns-width"
        aria-label={t('kit:columns.width', { name: title })}
        value={width ?? 'auto'}
        disabled={!visible}
        options={(['auto', 'narrow', 'normal', 'wide'] as const).map((value) => ({
          value,
          label: t(`kit:columns.${value}`),
        }))}
        onChange={(value) => onChange({ width: value === 'auto' ? undefined : value })}
      />
      <Button
        size="small"
        icon={<ArrowUpIcon aria-hidden />}
        aria-label={t('kit:columns.up', { name: title })}
        disabled={place <= 1}
        onClick={() => onMove(-1)}
      />
      <Button
        size="small"
        icon={<ArrowDownIcon aria-hidden />}
        aria-label={t('kit:columns.down', { name: title })}
        disabled={place === 0 || last}
        onClick={() => onMove(1)}
      />
    </li>
  )
}

/** The button moves with its line; at an end it is off, and the other one takes the focus. */
function focusMover(line: Element | undefined, by: 1 | -1) {
  const [up, down] = line?.querySelectorAll('button') ?? []
  const [preferred, other] = by === -1 ? [up, down] : [down, up]
  ;(preferred?.disabled ? other : preferred)?.focus()
}

/** The shown ones in their order, below them the others. */
function linesOf(offered: readonly OfferedColumn[], chosen: readonly ColumnChoice[]): Line[] {
  const visible = chosen.flatMap(({ Field, Width }) => {
    const column = offered.find(({ field }) => field === Field)
    return column ? [{ ...column, shown: true, width: Width }] : []
  })
  const rest = offered
    .filter(({ field }) => !visible.some((line) => line.field === field))
    .map((column) => ({ ...column, shown: false, width: undefined }))
  return [...visible, ...rest]
}

function choiceOf(lines: readonly Line[], declared: readonly string[]): ColumnChoice[] | null {
  const columns = lines
    .filter(({ shown: visible }) => visible)
    .map(({ field, width }): ColumnChoice => (width ? { Field: field, Width: width } : { Field: field }))
  const plain = columns.every(({ Width }) => !Width) && columns.map(({ Field }) => Field).join() === declared.join()
  return plain ? null : columns
}
