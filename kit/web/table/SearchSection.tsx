import { Button, Input, Tooltip } from 'antd'
import { ChevronDownIcon, ChevronRightIcon, LockIcon, SearchIcon } from 'lucide-react'
import { useContext, useId, useState } from 'react'
import { ChoiceSelect } from '../ChoiceSelect.tsx'
import { DateInput } from '../DateInput.tsx'
import { DateRangeField } from '../DateRangeField.tsx'
import { TextControl } from '../form/TextControl.tsx'
import { useT } from '../i18n.ts'
import { Row } from '../Layout.tsx'
import { type TextNamespace, useLabels } from '../labels.ts'
import { SessionContext } from '../session.ts'
import type { SearchField } from './search.ts'

type Filters = Record<string, string>
type Props = {
  area: TextNamespace
  fields: readonly SearchField[]
  filters: Filters
  onSearch: (filters: Filters) => void
  /** The label of the run button and the filters after a reset, for reports. Lists have a search button instead. */
  run?: { label: string; usual: Filters }
}

/** The filters above a list. Enter starts the search, and Reset clears all filters. */
export function SearchSection({ area, fields, filters, onSearch, run }: Props) {
  const t = useT()
  const id = useId()
  const [draft, setDraft] = useState<Filters>(filters)
  const changeDraft = (changes: Record<string, string | null>) =>
    setDraft((before) => ({
      ...before,
      ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? ''])),
    }))

  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(draft)
        }}
      >
        <div className="carat-search-fields">
          {fields.map((field) => (
            <FilterField
              key={field.name}
              id={`${id}-${field.name}`}
              area={area}
              field={field}
              draft={draft}
              set={changeDraft}
            />
          ))}
          <Row className="carat-search-acts">
            {run ? (
              <Button htmlType="submit" type="primary">
                {run.label}
              </Button>
            ) : (
              <Button htmlType="submit" icon={<SearchIcon aria-hidden />}>
                {t('kit:search.search')}
              </Button>
            )}
            <Button
              type="text"
              onClick={() => {
                const initialFilters = run?.usual ?? {}
                setDraft(initialFilters)
                onSearch(initialFilters)
              }}
            >
              {t('kit:verbs.reset')}
            </Button>
          </Row>
        </div>
      </form>
    </search>
  )
}

type FieldProps = {
  id: string
  area: TextNamespace
  field: SearchField
  draft: Filters
  set: (changes: Record<string, string | null>) => void
}

function FilterField({ id, area, field, draft, set: changeDraft }: FieldProps) {
  const { name, until, control, label, example, choices } = field
  const labels = useLabels(area)
  const title = field.title ?? labels.field(name, label)
  const value = draft[name] ?? ''
  return (
    <div className={control === 'dates' ? 'carat-search-range' : undefined}>
      <label htmlFor={id} className="carat-label">
        {title}
      </label>
      {control === 'dates' && until ? (
        <DateRangeField
          id={id}
          value={{ from: value || null, until: draft[until] || null }}
          onChange={(range) => changeDraft({ [name]: range.from, [until]: range.until })}
        />
      ) : control === 'date' ? (
        <DateInput id={id} value={value} onChange={(day) => changeDraft({ [name]: day })} />
      ) : control === 'outlet' ? (
        <OutletFilter
          id={id}
          area={area}
          name={name}
          value={value}
          onChange={(code) => changeDraft({ [name]: code })}
        />
      ) : control === 'select' ? (
        <ChoiceSelect
          id={id}
          area={area}
          field={name}
          choices={choices}
          value={value}
          allowClear
          onChange={(selected) => changeDraft({ [name]: selected as string | null })}
          {...allPlaceholder()}
        />
      ) : (
        <TextControl
          id={id}
          allowClear
          value={value}
          placeholder={example}
          uppercase={control === 'capitals'}
          onChange={(text) => changeDraft({ [name]: text })}
          autoComplete="off"
        />
      )}
    </div>
  )
}

const allPlaceholder = () => ({ placeholder: <AllText /> })

function AllText() {
  const t = useT()
  return t('kit:search.all')
}

type OutletProps = {
  id: string
  area: TextNamespace
  name: string
  value: string
  onChange: (code: string | null) => void
}

/** An outlet filter, locked to the user's own outlet outside head office. The server enforces this limit. */
function OutletFilter({ id, area, name, value, onChange }: OutletProps) {
  const t = useT()
  const session = useContext(SessionContext)
  if (session && !session.isHQ) {
    const building = (session.user as { building?: { name: string } | null }).building
    return (
      <Tooltip title={t('kit:search.ownOutlet')}>
        <Input
          id={id}
          value={building?.name ?? ''}
          readOnly
          prefix={<LockIcon aria-hidden />}
          aria-description={t('kit:search.ownOutlet')}
        />
      </Tooltip>
    )
  }
  return (
    <ChoiceSelect
      id={id}
      area={area}
      field={name}
      choices="outlet"
      value={value}
      allowClear
      onChange={(code) => onChange(code as string | null)}
      {...allPlaceholder()}
    />
  )
}

/** Collapses the search section. The filter chips stay visible and show the applied filters. */
export function SearchToggle({
  open,
  onToggle,
  controls,
  count,
}: {
  open: boolean
  onToggle: () => void
  controls: string
  count: number
}) {
  const t = useT()
  return (
    <button
      type="button"
      className="carat-search-toggle"
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
    >
      {open ? <ChevronDownIcon aria-hidden /> : <ChevronRightIcon aria-hidden className="carat-mirrored" />}
      {t('kit:search.title')}
      {count > 0 && !open && <span className="carat-count">{count}</span>}
    </button>
  )
}
