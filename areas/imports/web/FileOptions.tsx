import { AutoComplete, Input, Select } from 'antd'
import { leadSourceChoices } from '#areas/leads/web/index.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Stack } from '#kit/web/Layout.tsx'
import type { ImportKind } from '../contract.ts'
import { LabelledCheckbox, LabelledControl } from './Labelled.tsx'
import {
  type ImportOptions,
  isImportKindWithCustomers,
  isImportKindWithDates,
  isImportKindWithDecimals,
} from './options.ts'
import { ColumnValueOptions } from './ValueOptions.tsx'

type Props = {
  kind: ImportKind
  fields: readonly { field: string; label: string }[]
  columns: readonly string[]
  options: ImportOptions
  onChange: (options: ImportOptions) => void
}

const formats = [
  'YYYY-MM-DD HH:mm:ss',
  'YYYY-MM-DD',
  'DD/MM/YYYY HH:mm:ss',
  'DD/MM/YYYY HH:mm',
  'DD/MM/YYYY',
  'MM/DD/YYYY HH:mm',
  'YYYYMMDD',
]

/** The active lead sources by the code that files contain. */
const leadSourceCodes = async () =>
  (await leadSourceChoices()).map(({ label, hint = label }) => ({ value: hint, label, hint }))

/** The form for how the cells of a file are read. */
export function ImportFileOptions({ kind, fields, columns, options, onChange }: Props) {
  const t = useT()
  const set = (change: Partial<ImportOptions>) => onChange({ ...options, ...change })
  return (
    <Stack gap="m" as="section" aria-label={t('imports:options.values')}>
      <h3 className="carat-card-title">{t('imports:options.values')}</h3>
      <Columns least={260} gap="m">
        <Notation kind={kind} options={options} set={set} />
        {kind === 'leads' && (
          <LabelledControl label={t('imports:options.leadSource')}>
            {(id) => (
              <ChoiceSelect
                id={id}
                area="imports"
                field="LeadSourceCode"
                choices={leadSourceCodes}
                allowClear
                value={options.LeadSourceCode}
                onChange={(LeadSourceCode) => set({ LeadSourceCode: LeadSourceCode as string | null })}
              />
            )}
          </LabelledControl>
        )}
        {(isImportKindWithCustomers(kind) || kind === 'leads') && (
          <LabelledControl label={t('imports:options.outlet')}>
            {(id) => (
              <ChoiceSelect
                id={id}
                area="imports"
                field="OutletCode"
                choices="outlet"
                allowClear
                value={options.OutletCode}
                onChange={(OutletCode) => set({ OutletCode: OutletCode as string | null })}
              />
            )}
          </LabelledControl>
        )}
        {kind === 'sales' && <SalesChoices columns={columns} options={options} set={set} />}
      </Columns>
      <Stack gap="s">
        {isImportKindWithCustomers(kind) && (
          <LabelledCheckbox
            label={t('imports:options.references')}
            on={options.decimalReferences}
            onChange={(decimalReferences) => set({ decimalReferences })}
          />
        )}
        {kind === 'vouchers' && (
          <LabelledCheckbox
            label={t('imports:options.goodRows')}
            on={options.goodRows}
            onChange={(goodRows) => set({ goodRows })}
          />
        )}
        {kind === 'sales' && (
          <>
            <LabelledCheckbox
              label={t('imports:options.createMembers')}
              on={options.createMembers}
              onChange={(createMembers) => set({ createMembers })}
            />
            <LabelledCheckbox
              label={t('imports:options.earnPoints')}
              on={options.earnPoints}
              onChange={(earnPoints) => set({ earnPoints })}
            />
          </>
        )}
      </Stack>
      <ColumnValueOptions fields={fields} columns={columns} options={options} onChange={set} />
    </Stack>
  )
}

type Part = Pick<Props, 'columns' | 'options'> & { set: (change: Partial<ImportOptions>) => void }

/** The inputs for the number and date formats of the file. */
function Notation({ kind, options, set }: Omit<Part, 'columns'> & Pick<Props, 'kind'>) {
  const t = useT()
  return (
    <>
      {isImportKindWithDecimals(kind) && (
        <LabelledControl label={t('imports:options.decimals')}>
          {(id) => (
            <Select
              id={id}
              value={options.decimals ?? 'none'}
              onChange={(value) => set({ decimals: value === '.' || value === ',' ? value : null })}
              options={[
                { value: 'none', label: t('imports:decimals.none') },
                { value: '.', label: t('imports:decimals.point') },
                { value: ',', label: t('imports:decimals.comma') },
              ]}
            />
          )}
        </LabelledControl>
      )}
      {isImportKindWithDates(kind) && (
        <LabelledControl label={t('imports:options.dates')}>
          {(id) => (
            <AutoComplete
              id={id}
              value={options.dates}
              onChange={(dates) => set({ dates })}
              options={formats.map((value) => ({ value }))}
            />
          )}
        </LabelledControl>
      )}
      {isImportKindWithDates(kind) && (
        <LabelledControl label={t('imports:options.otherDates')}>
          {(id) => (
            <Select
              id={id}
              mode="tags"
              maxCount={4}
              value={options.otherDates}
              onChange={(otherDates) => set({ otherDates })}
              options={formats.map((value) => ({ value, label: value }))}
            />
          )}
        </LabelledControl>
      )}
    </>
  )
}

function SalesChoices({ columns, options, set }: Part) {
  const t = useT()
  return (
    <>
      <LabelledControl label={t('imports:options.brand')}>
        {(id) => (
          <ChoiceSelect
            id={id}
            area="imports"
            field="Brand"
            choices={{ list: 'Brand' }}
            allowClear
            value={options.Brand}
            onChange={(Brand) => set({ Brand: Brand as string | null })}
          />
        )}
      </LabelledControl>
      {options.earnPoints && (
        <LabelledControl label={t('imports:options.structure')}>
          {(id) => (
            <Input
              id={id}
              maxLength={20}
              placeholder={t('imports:options.structureRuns')}
              value={options.structure}
              onChange={({ target }) => set({ structure: target.value })}
            />
          )}
        </LabelledControl>
      )}
      <LabelledControl label={t('imports:options.cancellations')}>
        {(id) => (
          <Select
            id={id}
            value={options.cancellations}
            onChange={(cancellations) => set({ cancellations })}
            options={(['none', 'prefix', 'column'] as const).map((value) => ({
              value,
              label: t(`imports:options.${value}`),
            }))}
          />
        )}
      </LabelledControl>
      {options.cancellations === 'prefix' && (
        <LabelledControl label={t('imports:options.prefixIs')}>
          {(id) => (
            <Input
              id={id}
              maxLength={10}
              value={options.prefix}
              onChange={({ target }) => set({ prefix: target.value })}
            />
          )}
        </LabelledControl>
      )}
      {options.cancellations === 'column' && (
        <>
          <LabelledControl label={t('imports:options.columnIs')}>
            {(id) => (
              <Select
                id={id}
                value={options.column}
                onChange={(column) => set({ column })}
                options={columns.map((value) => ({ value, label: value }))}
              />
            )}
          </LabelledControl>
          <LabelledControl label={t('imports:options.valuesAre')}>
            {(id) => (
              <Select
                id={id}
                mode="tags"
                open={false}
                suffixIcon={null}
                value={options.values}
                onChange={(values) => set({ values })}
              />
            )}
          </LabelledControl>
        </>
      )}
    </>
  )
}
