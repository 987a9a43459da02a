import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import type { SelectChoice } from './choices.ts'
import { useT } from './i18n.ts'
import { OptionsLoadError } from './PickFailed.tsx'

const DEBOUNCE_MS = 150

type Props = {
  /** Identifies the picker in its query key. */
  name: string
  /** Searches for the typed text on the server. */
  find: (typed: string) => Promise<readonly SelectChoice[]>
  value?: string | null
  onChange?: (value: string | null, choice: SelectChoice | undefined) => void
  onBlur?: () => void
  /** The selected record, so that its label shows before the first search. */
  chosen?: SelectChoice | undefined
  /** The number of characters that the user must type before the picker searches. */
  min?: number
  id?: string
  placeholder?: string
  disabled?: boolean
  allowClear?: boolean
  autoFocus?: boolean
  'aria-label'?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
  'aria-required'?: boolean
}

/** A select for records that are too many to list. The server searches as the user types. */
export function RecordPicker({
  name,
  find,
  value,
  onChange,
  chosen,
  min = 0,
  placeholder,
  allowClear = true,
  ...selectProps
}: Props) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<SelectChoice | undefined>(chosen)
  const [open, setOpen] = useState(false)
  const searched = useDebounced(typed.trim())
  const { data, error, isFetching } = useQuery({
    queryKey: ['kit.find', name, searched],
    queryFn: () => find(searched),
    enabled: open && searched.length >= min,
    staleTime: 30_000,
    placeholderData: (before) => before,
  })
  const current = picked?.value === value ? picked : chosen?.value === value ? chosen : undefined
  const matches = data ?? []
  const options =
    current && !matches.some((option) => option.value === current.value) && typed === ''
      ? [current, ...matches]
      : matches

  return (
    <>
      <Select<string, SelectChoice>
        {...selectProps}
        style={{ width: '100%' }}
        showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
        placeholder={placeholder ?? t('kit:search.typeToFind')}
        allowClear={allowClear}
        loading={isFetching}
        value={value || null}
        options={[...options]}
        onOpenChange={setOpen}
        notFoundContent={
          error && !isFetching ? (
            <OptionsLoadError error={error} />
          ) : isFetching ? (
            t('kit:state.loading')
          ) : (
            t(searched.length < min ? 'kit:search.typeToFind' : 'kit:search.nothing')
          )
        }
        labelRender={({ value: visible, label }) => label ?? current?.label ?? String(visible)}
        optionRender={({ data: option }) => (
          <div className="carat-pick">
            <span>{option.label}</span>
            {option.hint && <small>{option.hint}</small>}
          </div>
        )}
        onChange={(next, option) => {
          const selectedOption = Array.isArray(option) ? option[0] : option
          setPicked(selectedOption)
          setTyped('')
          onChange?.(next ?? null, selectedOption)
        }}
      />
      <span role="status" className="carat-unseen">
        {open && !isFetching && (error || searched !== '')
          ? t(error ? 'kit:picker.failed' : 'kit:picker.found', { count: matches.length })
          : ''}
      </span>
    </>
  )
}

function useDebounced(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
