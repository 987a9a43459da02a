import { Button, Checkbox, Modal, Select } from 'antd'
import { ArrowDownIcon, ArrowUpIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ColumnChoice, ColumnWidth } from '#kit/contract/list-view.ts'
import { useT } from '../i18n.ts'
import { Muted, Row } from '../Layout.tsx'

type OfferedColumn = { field: string; title: string }
type ColumnLineState = OfferedColumn & { shown: boolean; width: ColumnWidth | undefined }

type Props = {
  /** All columns that users can show: first the columns visible by default, then the optional ones. */
  offered: readonly OfferedColumn[]
  /** The fields that the list shows by default. */
  declared: readonly string[]
  chosen: readonly ColumnChoice[]
  onClose: () => void
  /** Applies the chosen columns to the list; null resets the list to its default columns. */
  onApply: (columns: ColumnChoice[] | null) => void
}

/** Lets users choose the visible columns, their order and width with buttons, which also work without a mouse. */
export function ColumnsDialog({ offered, declared, chosen, onClose, onApply }: Props) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(true)
  const [lines, setLines] = useState(() => toLines(offered, chosen))
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)

  const change = (field: string, part: Partial<ColumnLineState>) =>
    setLines((before) => before.map((line) => (line.field === field ? { ...line, ...part } : line)))
  const move = (index: number, by: 1 | -1) => {
    const line = lines[index]!
    setLines(lines.toSpliced(index, 1).toSpliced(index + by, 0, line))
    setAnnouncement(t('kit:columns.moved', { name: line.title, place: index + by + 1 }))
    requestAnimationFrame(() => focusMover(list.current?.children[index + by], by))
  }
  const apply = () => {
    onApply(toChoice(lines, declared))
    setIsOpen(false)
  }
  const reset = () =>
    setLines(
      toLines(
        offered,
        declared.map((Field) => ({ Field })),
      ),
    )

  return (
    <Modal
      open={isOpen}
      title={t('kit:columns.title')}
      width={560}
      onCancel={() => setIsOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
      footer={
        <Row justify="spread">
          <Button onClick={reset}>{t('kit:verbs.reset')}</Button>
          <Row>
            <Button onClick={() => setIsOpen(false)}>{t('kit:verbs.cancel')}</Button>
            <Button type="primary" onClick={apply}>
              {t('kit:columns.apply')}
            </Button>
          </Row>
        </Row>
      }
    >
      <ul className="carat-column-choice" ref={list}>
        {lines.map((line, index) => (
          <ColumnLine
            key={line.field}
            line={line}
            place={index}
            last={index === lines.length - 1}
            onChange={(part) => change(line.field, part)}
            onMove={(by) => move(index, by)}
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
  line: ColumnLineState
  place: number
  last: boolean
  onChange: (part: Partial<ColumnLineState>) => void
  onMove: (by: 1 | -1) => void
}

/** The first column names the row, so it can be neither moved nor hidden. */
function ColumnLine({ line: { title, shown: visible, width }, place: index, last, onChange, onMove }: LineProps) {
  const t = useT()
  return (
    <li className="carat-columns-line">
      <Checkbox
        className="carat-columns-name"
        checked={visible}
        disabled={index === 0}
        onChange={({ target }) => onChange({ shown: target.checked })}
      >
        {title}
        {index === 0 && <Muted> {t('kit:columns.first')}</Muted>}
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
        disabled={index <= 1}
        onClick={() => onMove(-1)}
      />
      <Button
        size="small"
        icon={<ArrowDownIcon aria-hidden />}
        aria-label={t('kit:columns.down', { name: title })}
        disabled={index === 0 || last}
        onClick={() => onMove(1)}
      />
    </li>
  )
}

/** Keeps the focus on the pressed button of a moved line, or on the line's other button if the first one is disabled. */
function focusMover(line: Element | undefined, by: 1 | -1) {
  const [up, down] = line?.querySelectorAll('button') ?? []
  const [preferred, fallback] = by === -1 ? [up, down] : [down, up]
  ;(preferred?.disabled ? fallback : preferred)?.focus()
}

/** Returns the lines of the dialog: the visible columns in their order, followed by the hidden columns. */
function toLines(offered: readonly OfferedColumn[], chosen: readonly ColumnChoice[]): ColumnLineState[] {
  const visible = chosen.flatMap(({ Field, Width }) => {
    const column = offered.find(({ field }) => field === Field)
    return column ? [{ ...column, shown: true, width: Width }] : []
  })
  const hiddenLines = offered
    .filter(({ field }) => !visible.some((line) => line.field === field))
    .map((column) => ({ ...column, shown: false, width: undefined }))
  return [...visible, ...hiddenLines]
}

function toChoice(lines: readonly ColumnLineState[], declared: readonly string[]): ColumnChoice[] | null {
  const columns = lines
    .filter(({ shown: visible }) => visible)
    .map(({ field, width }): ColumnChoice => (width ? { Field: field, Width: width } : { Field: field }))
  const isDefault = columns.every(({ Width }) => !Width) && columns.map(({ Field }) => Field).join() === declared.join()
  return isDefault ? null : columns
}
