import { Button, Drawer, Input, Popover, Tooltip } from 'antd'
import { LockIcon, PlusIcon, SearchIcon, SlidersHorizontalIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ChoiceSelect } from '../ChoiceSelect.tsx'
import { useT } from '../i18n.ts'
import { classes } from '../Layout.tsx'
import { type Area, useLabels } from '../labels.ts'
import { useSession } from '../session.ts'
import { FilterChips } from './FilterChips.tsx'
import { SearchSection } from './SearchSection.tsx'
import type { SearchField } from './search.ts'

type Filters = Record<string, string>
type Props = {
  area: Area
  /** All that can be asked for here. */
  fields: readonly SearchField[]
  filters: Filters
  onSearch: (filters: Filters) => void
  /** The page's own box or switch; without one the first text is asked for in the box. */
  toolbar?: ReactNode
}

/** As many choices stand in the row itself; what else can be asked for is behind "Filter". */
const INLINE = 3

/** One row over the list: what is looked for, a few choices that show what they are set to, and the way to all others. */
export function FilterRow({ area, fields, filters, onSearch, toolbar }: Props) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const box = toolbar ? undefined : boxOf(fields)
  const inline = fields.filter(isChoice).slice(0, INLINE)
  const rest = fields.filter((field) => field !== box && !inline.includes(field))
  const any = Object.keys(filters).length > 0
  return (
    <>
      {toolbar}
      {box && <SearchBox area={area} field={box} filters={filters} onSearch={onSearch} />}
      {inline.map((field) => (
        <Pill key={field.name} area={area} field={field} filters={filters} onSearch={onSearch} />
      ))}
      <FilterChips area={area} fields={rest} filters={filters} onChange={onSearch} inline />
      {rest.length > 0 && (
        <Popover
          open={asking}
          onOpenChange={setAsking}
          trigger="click"
          placement="bottomLeft"
          destroyOnHidden
          content={
            <div className="carat-filter-more">
              <SearchSection
                area={area}
                fields={rest}
                filters={filters}
                onSearch={(next) => {
                  onSearch(next)
                  setAsking(false)
                }}
              />
            </div>
          }
        >
          <Button className="carat-filter-add" icon={<PlusIcon aria-hidden />} aria-expanded={asking}>
            {t('kit:search.filter')}
          </Button>
        </Popover>
      )}
      {any && (
        <Button type="link" className="carat-filter-reset" onClick={() => onSearch({})}>
          {t('kit:verbs.reset')}
        </Button>
      )}
    </>
  )
}

/** On a phone: one box, and all filters in a sheet. */
export function FilterSheet({ area, fields, filters, onSearch, toolbar, tools }: Props & { tools: ReactNode }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const box = toolbar ? undefined : boxOf(fields)
  const others = fields.filter((field) => field !== box)
  const count = others.filter(({ name, until }) => filters[name] || (until && filters[until])).length
  return (
    <>
      {toolbar}
      {box && <SearchBox area={area} field={box} filters={filters} onSearch={onSearch} />}
      <Button
        className="carat-filter-sheet"
        icon={<SlidersHorizontalIcon aria-hidden />}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {t('kit:search.filters')}
        {count > 0 && <span className="carat-count">{count}</span>}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        placement="bottom"
        size="large"
        title={t('kit:search.filters')}
        destroyOnHidden
      >
        {others.length > 0 && (
          <SearchSection
            area={area}
            fields={others}
            filters={filters}
            onSearch={(next) => {
              onSearch(next)
              setOpen(false)
            }}
          />
        )}
        {tools}
      </Drawer>
    </>
  )
}

const isChoice = ({ control }: SearchField) => control === 'select' || control === 'outlet'
const boxOf = (fields: readonly SearchField[]) =>
  fields.find(({ control }) => control === 'text' || control === 'capitals')

type FieldProps = { area: Area; field: SearchField; filters: Filters; onSearch: (filters: Filters) => void }

/** Enter searches. */
function SearchBox({ area, field, filters, onSearch }: FieldProps) {
  const labels = useLabels(area)
  const title = field.title ?? labels.field(field.name, field.label)
  const value = filters[field.name] ?? ''
  const searchFor = (text: string) => onSearch({ ...filters, [field.name]: text.trim() })
  return (
    <Input
      key={value}
      className="carat-filter-box"
      defaultValue={value}
      allowClear
      prefix={<SearchIcon aria-hidden />}
      aria-label={title}
      placeholder={title}
      autoComplete="off"
      spellCheck={false}
      onClear={() => searchFor('')}
      onPressEnter={({ currentTarget }) =>
        searchFor(field.control === 'capitals' ? currentTarget.value.toUpperCase() : currentTarget.value)
      }
    />
  )
}

/** "Status All": a choice that names its filter and the value. */
function Pill({ area, field, filters, onSearch }: FieldProps) {
  const { name, label, choices, control } = field
  const t = useT()
  const labels = useLabels(area)
  const session = useSession()
  const title = field.title ?? labels.field(name, label)
  if (control === 'outlet' && !session.isHQ) {
    const building = (session.user as { building?: { name: string } | null }).building
    return (
      <Tooltip title={t('kit:search.ownOutlet')}>
        <span className="carat-pill-locked">
          <LockIcon aria-hidden />
          <span className="carat-pill-name">{title}</span> {building?.name}
        </span>
      </Tooltip>
    )
  }
  const value = filters[name] ?? ''
  return (
    <span className={classes('carat-pill', value !== '' && 'carat-pill-on')}>
      <ChoiceSelect
        area={area}
        field={name}
        choices={choices}
        value={value}
        allowClear
        aria-label={title}
        prefix={<span className="carat-pill-name">{title}</span>}
        placeholder={t('kit:search.all')}
        popupMatchSelectWidth={false}
        style={{ width: 'auto' }}
        onChange={(chosen) => onSearch({ ...filters, [name]: (chosen as string | null) ?? '' })}
      />
    </span>
  )
}
