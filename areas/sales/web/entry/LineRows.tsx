import { Button, Tooltip } from 'antd'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { listProductGroups } from '#areas/setup/contract/product-groups.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import type { Choice } from '#kit/web/choices.ts'
import { MoneyText } from '#kit/web/Figures.tsx'
import { TextControl } from '#kit/web/form/TextControl.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { MoneyInput } from '#kit/web/MoneyInput.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { LINES_MAX } from '../../contract.ts'
import { amountOf, cents, lineNet } from '../amounts.ts'
import type { DraftLine, Errors, LineField } from './draft.ts'
import { Field } from './Field.tsx'

export const fieldId = (key: number, field: LineField) => `sale-line-${key}-${field}`

/** The focus after the next drawing: the line may not stand there yet. */
export const focusLine = (key: number, field: LineField) =>
  requestAnimationFrame(() => document.getElementById(fieldId(key, field))?.focus())

type Props = {
  lines: readonly DraftLine[]
  errors: Errors
  onLine: (key: number, more: Partial<DraftLine>) => void
  onAdd: () => void
  onRemove: (key: number) => void
}

/** What is sold. Enter at the end of a line begins the next one. */
export function LineRows({ lines, errors, onLine, onAdd, onRemove }: Props) {
  const t = useT()
  const groups = useProductGroups()
  return (
    <Card
      title={t('sales:lines.title')}
      extra={
        <Button icon={<PlusIcon aria-hidden />} onClick={onAdd} disabled={lines.length >= LINES_MAX}>
          {t('sales:entry.addLine')}
        </Button>
      }
    >
      <div className="sales-lines">
        {lines.map((line, index) => (
          <Line
            key={line.key}
            line={line}
            number={index + 1}
            groups={groups}
            errors={errors}
            alone={lines.length === 1}
            onLine={(more) => onLine(line.key, more)}
            onEnter={() =>
              line.Brand === ''
                ? focusLine(line.key, 'Brand')
                : line.UnitPrice === ''
                  ? focusLine(line.key, 'UnitPrice')
                  : onAdd()
            }
            onRemove={() => onRemove(line.key)}
          />
        ))}
      </div>
      <Muted as="p" className="carat-keys" style={{ marginBlockStart: 12 }}>
        {t('sales:entry.keys')}
      </Muted>
    </Card>
  )
}

type LineProps = {
  line: DraftLine
  number: number
  groups: readonly Choice[]
  errors: Errors
  alone: boolean
  onLine: (more: Partial<DraftLine>) => void
  onEnter: () => void
  onRemove: () => void
}

function Line({ line, number, groups, errors, alone, onLine, onEnter, onRemove }: LineProps) {
  const t = useT()
  const labels = useLabels('sales')
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  const field = (name: LineField, required = false) => ({
    id: fieldId(line.key, name),
    label: labels.field(name),
    error: errors[`${line.key}.${name}`],
    required,
  })
  const amount = (name: 'UnitPrice' | 'Discount' | 'Tax' | 'Quantity', places: number, required = false) => (
    <Field {...field(name, required)}>
      {(control) => (
        <MoneyInput
          {...control}
          places={places}
          padded={places === 2}
          negative={false}
          value={line[name]}
          onKeyDown={enter}
          onChange={(text) => onLine({ [name]: text })}
          // A price may have four places, but nobody writes a single one.
          onBlur={() =>
            name === 'UnitPrice' && /^\d+(\.\d?)?$/.test(line[name]) && onLine({ [name]: amountOf(cents(line[name])) })
          }
        />
      )}
    </Field>
  )

  return (
    <fieldset className="sales-line">
      <legend className="carat-unseen">{t('sales:entry.line', { number })}</legend>
      <Field {...field('Brand', true)}>
        {(control) => (
          <ChoiceSelect
            {...control}
            area="sales"
            field="Brand"
            choices={{ list: 'Brand' }}
            value={line.Brand}
            onChange={(Brand) => onLine({ Brand: (Brand as string | null) ?? '' })}
          />
        )}
      </Field>
      <Field {...field('ProductGroup')}>
        {(control) => (
          <ChoiceSelect
            {...control}
            area="sales"
            field="ProductGroup"
            choices={groups}
            // Wide enough for name and code, however narrow the box is.
            popupMatchSelectWidth={280}
            value={line.ProductGroup}
            onChange={(code) => onLine({ ProductGroup: (code as string | null) ?? '' })}
          />
        )}
      </Field>
      <Field {...field('Description')}>
        {(control) => (
          <TextControl
            {...control}
            limit={200}
            autoComplete="off"
            value={line.Description}
            onKeyDown={enter}
            onChange={(Description) => onLine({ Description })}
          />
        )}
      </Field>
      {amount('Quantity', 3, true)}
      {amount('UnitPrice', 4, true)}
      {amount('Discount', 2)}
      {amount('Tax', 2)}
      <div data-field="NetAmount">
        <span className="carat-label">{labels.field('NetAmount')}</span>
        <output
          style={{ display: 'block', lineHeight: '34px' }}
          htmlFor={`${fieldId(line.key, 'Quantity')} ${fieldId(line.key, 'UnitPrice')} ${fieldId(line.key, 'Discount')}`}
        >
          <strong>
            <MoneyText amount={amountOf(lineNet(line))} />
          </strong>
        </output>
      </div>
      <Tooltip title={t('sales:entry.removeLine', { number })}>
        <Button
          type="text"
          disabled={alone}
          aria-label={t('sales:entry.removeLine', { number })}
          icon={<Trash2Icon aria-hidden />}
          onClick={onRemove}
        />
      </Tooltip>
    </fieldset>
  )
}

/** Active product groups; those that earn nothing say so before they are chosen. */
function useProductGroups(): readonly Choice[] {
  const t = useT()
  const { data } = useRead(listProductGroups, { Search: { Status: 'Active' } }, { staleTime: 10 * 60_000 })
  const groups = (data?.rows ?? []).map(({ ProductCode, ProductName, EarnPointsYN }) => ({
    value: ProductCode,
    label: ProductName,
    hint: EarnPointsYN === 'N' ? `${ProductCode} · ${t('sales:lines.noPoints')}` : ProductCode,
  }))
  // An entry for none instead of a button to clear: that button would be one more stop on the way to the price.
  return [...groups, { value: '', label: t('kit:form.nothing') }]
}
