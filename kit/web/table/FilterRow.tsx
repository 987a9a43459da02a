import { Button, Drawer, Input, Popover, Tooltip } from 'antd'
import { LockIcon, PlusIcon, SearchIcon, SlidersHorizontalIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ChoiceSelect } from '../ChoiceSelect.tsx'
import { useT } from '../i18n.ts'
import { joinClassNames } from '../Layout.tsx'
import { type TextNamespace, useLabels } from '../labels.ts'
import { useSession } from '../session.ts'
import { FilterChips } from './FilterChips.tsx'
import { SearchSection } from './SearchSection.tsx'
import type { SearchField } from './search.ts'

type Filters = Record<string, string>
type Props = {
  area: TextNamespace
  /** All filters of the list. */
  fields: readonly SearchField[]
  filters: Filters
  onSearch: (filters: Filters) => void
  /** The page's own control, which replaces the search box of the first text filter. */
  toolbar?: ReactNode
}

/** The number of selects in the row of filters; the button "Filter" opens all other filters. */
const INLINE = 3

/** A row above the list: a search box, selects that show their value, and a button for the other filters. */
export function FilterRow({ area, fields, filters, onSearch, toolbar }: Props) {
  const t = useT()
  const [isMoreOpen, setMoreOpen] = useState(false)
  const searchField = toolbar ? undefined : firstTextField(fields)
  const inline = fields.filter(isChoice).slice(0, INLINE)
  const moreFields = fields.filter((field) => field !== searchField && !inline.includes(field))
  const hasFilters = Object.keys(filters).length > 0
  return (
    <>
      {toolbar}
      {searchField && <SearchBox area={area} field={searchField} filters={filters} onSearch={onSearch} />}
      {inline.map((field) => (
        <Pill key={field.name} area={area} field={field} filters={filters} onSearch={onSearch} />
      ))}
      <FilterChips area={area} fields={moreFields} filters={filters} onChange={onSearch} inline />
      {moreFields.length > 0 && (
        <Popover
          open={isMoreOpen}
          onOpenChange={setMoreOpen}
          trigger="click"
          placement="bottomLeft"
          destroyOnHidden
          content={
            <div className="carat-filter-more">
              <SearchSection
                area={area}
                fields={moreFields}
                filters={filters}
                onSearch={(next) => {
                  onSearch(next)
                  setMoreOpen(false)
                }}
              />
            </div>
          }
        >
          <Button className="carat-filter-add" icon={<PlusIcon aria-hidden />} aria-expanded={isMoreOpen}>
            {t('kit:search.filter')}
          </Button>
        </Popover>
      )}
      {hasFilters && (
        <Button type="link" className="carat-filter-reset" onClick={() => onSearch({})}>
          {t('kit:verbs.reset')}
        </Button>
      )}
    </>
  )
}

/** The filters on a phone: the search box, and a sheet with all other filters. */
export function FilterSheet({ area, fields, filters, onSearch, toolbar, tools }: Props & { tools: ReactNode }) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const searchField = toolbar ? undefined : firstTextField(fields)
  const sheetFields = fields.filter((field) => field !== searchField)
  const count = sheetFields.filter(({ name, until }) => filters[name] || (until && filters[until])).length
  return (
    <>
      {toolbar}
      {searchField && <SearchBox area={area} field={searchField} filters={filters} onSearch={onSearch} />}
      <Button
        className="carat-filter-sheet"
        icon={<SlidersHorizontalIcon aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        {t('kit:search.filters')}
        {count > 0 && <span className="carat-count">{count}</span>}
      </Button>
      <Drawer
        open={isOpen}
        onClose={() => setIsOpen(false)}
        placement="bottom"
        size="large"
        title={t('kit:search.filters')}
        destroyOnHidden
      >
        {sheetFields.length > 0 && (
          <SearchSection
            area={area}
            fields={sheetFields}
            filters={filters}
            onSearch={(next) => {
              onSearch(next)
              setIsOpen(false)
            }}
          />
        )}
        {tools}
      </Drawer>
    </>
  )
}

const isChoice = ({ control }: SearchField) => control === 'select' || control === 'outlet'
const firstTextField = (fields: readonly SearchField[]) =>
  fields.find(({ control }) => control === 'text' || control === 'capitals')

type FieldProps = { area: TextNamespace; field: SearchField; filters: Filters; onSearch: (filters: Filters) => void }

/** A search box that searches on Enter. */
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

/** A select that shows its label and value, for example "Status All". */
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
    <span className={joinClassNames('carat-pill', value !== '' && 'carat-pill-on')}>
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
        onChange={(selected) => onSearch({ ...filters, [name]: (selected as string | null) ?? '' })}
      />
    </span>
  )
}
