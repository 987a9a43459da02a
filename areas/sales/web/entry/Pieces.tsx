import { Button, Tooltip } from 'antd'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useState } from 'react'
import { listProductGroups } from '#areas/setup/contract/product-groups.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import type { SelectChoice } from '#kit/web/choices.ts'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { TextControl } from '#kit/web/form/TextControl.tsx'
import { getCurrency } from '#kit/web/format.ts'
import { type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { MoneyInput } from '#kit/web/MoneyInput.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useMedia } from '#kit/web/useMedia.ts'
import { useRead } from '#kit/web/useRead.ts'
import { LINES_PER_SALE_MAX } from '../../contract.ts'
import { netCentsOfLine, toCents, unitsToAmount } from '../amounts.ts'
import {
  linesToPost,
  type SaleDraft,
  type SaleDraftErrors,
  type SaleDraftLine,
  type SaleLineFieldName,
} from './draft.ts'
import { findVisibleOptionalFields, type OptionalSaleField, OptionalSaleFields } from './Extras.tsx'
import { SaleFormField } from './Field.tsx'
import '../sales.css'

export const lineFieldId = (key: number, field: SaleLineFieldName) => `sale-line-${key}-${field}`

/** Returns a function that focuses a field after the next render, because the field's line may not exist yet. */
export const focusLineField = (key: number, field: SaleLineFieldName) =>
  requestAnimationFrame(() => document.getElementById(lineFieldId(key, field))?.focus())

type Props = {
  draft: SaleDraft
  errors: SaleDraftErrors
  pointsOf: (index: number) => number | undefined
  onChange: (more: Partial<SaleDraft>) => void
  onLine: (key: number, more: Partial<SaleDraftLine>) => void
  onAdd: () => void
  onRemove: (key: number) => void
}

/**
 * Rows of the form for the sold pieces, shown as cards on a phone.
 * Enter in the last field of a row starts the next row.
 */
export function SaleLineFields({ draft, errors, pointsOf, onChange, onLine, onAdd, onRemove }: Props) {
  const t = useT()
  const groups = useProductGroups()
  const [openedExtras, setOpened] = useState<readonly OptionalSaleField[]>([])
  const extras = findVisibleOptionalFields(draft, errors, openedExtras)
  const taxed = extras.includes('Tax')
  const { lines } = draft
  const counting = linesToPost(draft)
  return (
    <Card flush title={t('sales:entry.pieces')}>
      <div className="sales-lines" style={{ '--tax': taxed ? '76px' : '' } as CSSProperties}>
        <Heads taxed={taxed} />
        {lines.map((line, index) => (
          <Piece
            key={line.key}
            line={line}
            number={index + 1}
            groups={groups}
            errors={errors}
            taxed={taxed}
            points={pointsOf(counting.indexOf(line))}
            alone={lines.length === 1}
            onLine={(more) => onLine(line.key, more)}
            onEnter={() =>
              line.Brand === ''
                ? focusLineField(line.key, 'Brand')
                : line.UnitPrice === ''
                  ? focusLineField(line.key, 'UnitPrice')
                  : onAdd()
            }
            onRemove={() => onRemove(line.key)}
          />
        ))}
      </div>
      <OptionalSaleFields
        draft={draft}
        errors={errors}
        open={extras}
        onOpen={(extra) => {
          setOpened([...openedExtras, extra])
          if (extra === 'Tax' && lines[0]) focusLineField(lines[0].key, 'Tax')
        }}
        onChange={onChange}
      >
        <Button icon={<PlusIcon aria-hidden />} onClick={onAdd} disabled={lines.length >= LINES_PER_SALE_MAX}>
          {t('sales:entry.addPiece')}
        </Button>
        <Muted className="carat-keys carat-grow" style={{ marginInlineStart: 12 }}>
          <kbd>{t('sales:entry.enterKey')}</kbd> {t('sales:entry.nextPiece')}
        </Muted>
      </OptionalSaleFields>
    </Card>
  )
}

/** Headings of the columns; each field also has its own label for screen readers and phones. */
function Heads({ taxed }: { taxed: boolean }) {
  const t = useT()
  const labels = useLabels('sales')
  const net = [t('sales:entry.net'), getCurrency() && `(${getCurrency()})`].filter(Boolean).join(' ')
  const heads = [
    '#',
    <Required key="brand">{labels.field('Brand')}</Required>,
    labels.field('ProductGroup'),
    labels.field('Description'),
    t('sales:entry.qty'),
    <Required key="price">{labels.field('UnitPrice')}</Required>,
    labels.field('Discount'),
    ...(taxed ? [labels.field('Tax')] : []),
    net,
    '',
  ]
  return (
    <div className="sales-line sales-heads" aria-hidden>
      {heads.map((head, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the columns is fixed.
        <span key={index}>{head}</span>
      ))}
    </div>
  )
}

const Required = ({ children }: { children: string }) => (
  <>
    {children}
    <span className="carat-star"> *</span>
  </>
)

type PieceProps = {
  line: SaleDraftLine
  number: number
  groups: readonly SelectChoice[]
  errors: SaleDraftErrors
  taxed: boolean
  points: number | undefined
  alone: boolean
  onLine: (more: Partial<SaleDraftLine>) => void
  onEnter: () => void
  onRemove: () => void
}

function Piece({ line, number, groups, errors, taxed, points, alone, onLine, onEnter, onRemove }: PieceProps) {
  const t = useT()
  const labels = useLabels('sales')
  // Fields are larger on touch screens, because fingers need larger targets than a mouse.
  const size = useMedia('(max-width: 767.98px)') ? 'large' : 'middle'
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  const field = (name: SaleLineFieldName, required = false) => ({
    id: lineFieldId(line.key, name),
    label: labels.field(name),
    error: errors[`${line.key}.${name}`],
    required,
  })
  const amount = (name: 'UnitPrice' | 'Discount' | 'Tax' | 'Quantity', places: number, required = false) => (
    <SaleFormField {...field(name, required)}>
      {(control) => (
        <MoneyInput
          {...control}
          size={size}
          places={places}
          padded={places === 2}
          negative={false}
          {...(places === 2 && { placeholder: '0.00' })}
          value={line[name]}
          onKeyDown={enter}
          onChange={(text) => onLine({ [name]: text })}
          // A price shows at least two and at most four decimals.
          onBlur={() =>
            name === 'UnitPrice' &&
            /^\d+(\.\d?)?$/.test(line[name]) &&
            onLine({ [name]: unitsToAmount(toCents(line[name])) })
          }
        />
      )}
    </SaleFormField>
  )

  return (
    <fieldset className="sales-line">
      <legend className="carat-unseen">{t('sales:entry.line', { number })}</legend>
      <Muted aria-hidden>{number}</Muted>
      <SaleFormField {...field('Brand', true)}>
        {(control) => (
          <ChoiceSelect
            {...control}
            size={size}
            area="sales"
            field="Brand"
            choices={{ list: 'Brand' }}
            popupMatchSelectWidth={220}
            value={line.Brand}
            onChange={(Brand) => onLine({ Brand: (Brand as string | null) ?? '' })}
          />
        )}
      </SaleFormField>
      <SaleFormField {...field('ProductGroup')}>
        {(control) => (
          <ChoiceSelect
            {...control}
            size={size}
            area="sales"
            field="ProductGroup"
            choices={groups}
            // The list of options is wide enough for name and code, even if the select control is narrower.
            popupMatchSelectWidth={280}
            value={line.ProductGroup}
            onChange={(code) => onLine({ ProductGroup: (code as string | null) ?? '' })}
          />
        )}
      </SaleFormField>
      <SaleFormField {...field('Description')}>
        {(control) => (
          <TextControl
            {...control}
            size={size}
            limit={200}
            autoComplete="off"
            placeholder={t('sales:entry.optional')}
            value={line.Description}
            onKeyDown={enter}
            onChange={(Description) => onLine({ Description })}
          />
        )}
      </SaleFormField>
      {amount('Quantity', 3, true)}
      {amount('UnitPrice', 4, true)}
      {amount('Discount', 2)}
      {taxed && amount('Tax', 2)}
      <Net line={line} points={points} t={t} />
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

/** Shows the net amount and the points of a piece. */
function Net({ line, points, t }: { line: SaleDraftLine; points: number | undefined; t: TranslateFunction }) {
  const labels = useLabels('sales')
  return (
    <div data-field="NetAmount">
      <span className="carat-label">{labels.field('NetAmount')}</span>
      <output
        style={{ display: 'block' }}
        htmlFor={(['Quantity', 'UnitPrice', 'Discount'] as const).map((name) => lineFieldId(line.key, name)).join(' ')}
      >
        <strong>
          <MoneyText amount={unitsToAmount(netCentsOfLine(line))} />
        </strong>
      </output>
      {points !== undefined && points > 0 && (
        <small>
          <PointsText points={points} sign="signed" />{' '}
          <span className="carat-unseen">{t('sales:points', { count: points })}</span>
        </small>
      )}
    </div>
  )
}

/** Returns the active product groups as options; a label marks groups that earn no points. */
function useProductGroups(): readonly SelectChoice[] {
  const t = useT()
  const { data } = useRead(listProductGroups, { Search: { Status: 'Active' } }, { staleTime: 10 * 60_000 })
  const groups = (data?.rows ?? []).map(({ ProductCode, ProductName, EarnPointsYN }) => ({
    value: ProductCode,
    label: ProductName,
    hint: EarnPointsYN === 'N' ? `${ProductCode} · ${t('sales:lines.noPoints')}` : ProductCode,
  }))
  // The list has the option "None", because a clear button would add a tab stop before the price.
  return [...groups, { value: '', label: t('kit:form.nothing') }]
}
