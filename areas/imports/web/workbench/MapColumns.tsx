import { Input, Select } from 'antd'
import { useT } from '#kit/web/i18n.ts'
import { TwoLineText } from '#kit/web/Layout.tsx'
import { listMissingTargets } from './guess.ts'
import type { ImportMapping, ImportTarget } from './types.ts'

// The values differ from all column names: the empty one, because no column name is empty, and one with NUL.
const LEFT_OUT = ''
const CONSTANT = '\u0000constant'

type Props = {
  targets: readonly ImportTarget[]
  columns: readonly string[]
  sample: readonly string[][]
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
}

/** Step 2 of an import: the column of each field, with the first values of that column. */
export function MapImportColumns({ targets, columns, sample, mapping, onChange }: Props) {
  const t = useT()
  const missing = new Set(listMissingTargets(targets, mapping).map(({ field }) => field))
  return (
    <div className="carat-scroll">
      <table className="carat-table">
        <thead>
          <tr>
            <th scope="col">{t('kit:table.field')}</th>
            <th scope="col">{t('imports:workbench.column')}</th>
            <th scope="col">{t('imports:workbench.sample')}</th>
          </tr>
        </thead>
        <tbody>
          {targets.map((target) => (
            <TargetRow
              key={target.field}
              target={target}
              isRequired={missing.has(target.field) || (target.required && !target.or)}
              columns={columns}
              sample={sample}
              mapping={mapping}
              onChange={onChange}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const VISIBLE_SAMPLE = 3

type RowProps = Omit<Props, 'targets'> & {
  target: ImportTarget
  /** True for a required field that has no column, no alternative field and no constant. */
  isRequired: boolean
}

function TargetRow({ target, isRequired, columns, sample, mapping, onChange }: RowProps) {
  const t = useT()
  const { field, label, example, joined } = target
  const column = columns.find((name) => mapping.columns[name] === field)
  const constant = mapping.constants[field]
  const choice = column ?? (constant === undefined ? LEFT_OUT : CONSTANT)
  const sources = joined ?? (column === undefined ? [] : [column])
  const textOf = (row: readonly string[]) =>
    sources
      .map((name) => row[columns.indexOf(name)])
      .filter(Boolean)
      .join(' ')
  const values = sample.map(textOf).filter((value) => value !== '')

  const choose = (selected: string) => {
    const others = Object.fromEntries(
      Object.entries(mapping.columns).filter(([name, mapped]) => mapped !== field && name !== selected),
    )
    const { [field]: dropped, ...constants } = mapping.constants
    if (selected === CONSTANT) onChange({ columns: others, constants: { ...constants, [field]: dropped ?? '' } })
    else onChange({ columns: selected === LEFT_OUT ? others : { ...others, [selected]: field }, constants })
  }

  return (
    <tr>
      <th scope="row">
        <TwoLineText second={example && t('imports:workbench.example', { example })}>
          {label}
          {isRequired && (
            <span className="carat-star" title={t('kit:issues.required')}>
              {' '}
              *
            </span>
          )}
        </TwoLineText>
      </th>
      <td>
        {joined ? (
          joined.join(' + ')
        ) : (
          <>
            <Select
              aria-label={t('imports:workbench.columnFor', { name: label })}
              style={{ width: '100%', minWidth: 200 }}
              showSearch={{ optionFilterProp: 'label' }}
              value={choice}
              status={isRequired && choice === LEFT_OUT ? 'warning' : ''}
              onChange={choose}
              options={[
                { value: LEFT_OUT, label: t('imports:workbench.leaveOut') },
                { value: CONSTANT, label: t('imports:workbench.constant') },
                ...columns.map((name) => ({ value: name, label: name })),
              ]}
            />
            {choice === CONSTANT && (
              <Input
                style={{ marginBlockStart: 8 }}
                aria-label={t('imports:workbench.constantFor', { name: label })}
                placeholder={example}
                value={constant ?? ''}
                onChange={({ target: box }) =>
                  onChange({ ...mapping, constants: { ...mapping.constants, [field]: box.value } })
                }
              />
            )}
          </>
        )}
      </td>
      <td className="carat-sample">{choice === CONSTANT ? constant : values.slice(0, VISIBLE_SAMPLE).join(' · ')}</td>
    </tr>
  )
}
