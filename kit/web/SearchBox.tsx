import { Input } from 'antd'
import { SearchIcon } from 'lucide-react'
import './kit.css'

type Props = { label: string; value: string; onChange: (value: string) => void }

/** Filters loaded rows as the user types. Lists that the server searches have a filter row instead. */
export const SearchBox = ({ label, value, onChange }: Props) => (
  <Input
    className="carat-search-box"
    prefix={<SearchIcon aria-hidden />}
    aria-label={label}
    placeholder={label}
    allowClear
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
)
