import { Select, type SelectProps } from 'antd'
import { type SelectChoiceSource, useChoices } from './choices.ts'
import { useT } from './i18n.ts'
import type { TextNamespace } from './labels.ts'
import { OptionsLoadError } from './PickFailed.tsx'
import type { TextKey } from './vocabulary.ts'

type Props = Omit<
  SelectProps<string | string[], { value: string; label: string; hint?: string | undefined }>,
  'options' | 'value' | 'onChange'
> & {
  area: TextNamespace
  /** The name of the field, which selects the translations of the values. */
  field: string
  choices: SelectChoiceSource | undefined
  /** The message if the options of the select could not be loaded. */
  failed?: TextKey | undefined
  value?: string | string[] | null
  onChange?: (value: string | string[] | null) => void
}

/** A select for an enumeration, a lookup list or the outlets, searchable by the labels. */
export function ChoiceSelect({
  area,
  field,
  choices,
  failed = 'kit:picker.failed',
  value,
  onChange,
  ...selectProps
}: Props) {
  const t = useT()
  const { options, loading, error } = useChoices(choices, area, field)
  // The select still shows a value that its options no longer contain, because it would otherwise look empty.
  const isListed = typeof value !== 'string' || value === '' || options.some((option) => option.value === value)
  return (
    <>
      <Select
        placeholder={t('kit:form.choose')}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={
          error ? (
            <OptionsLoadError error={error} failed={failed} />
          ) : (
            t(loading ? 'kit:state.loading' : 'kit:search.nothing')
          )
        }
        {...selectProps}
        style={{ width: '100%', ...selectProps.style }}
        loading={loading}
        options={isListed ? options : [{ value, label: value }, ...options]}
        value={value === '' || value === null || value === undefined ? null : value}
        onChange={(selected) => onChange?.(selected ?? null)}
        optionRender={({ data }) => (
          <>
            {data.label}
            {data.hint && <span style={{ opacity: 0.75, marginInlineStart: 8 }}>{data.hint}</span>}
          </>
        )}
      />
      {error && (
        <span role="status" className="carat-unseen">
          {t(failed)}
        </span>
      )}
    </>
  )
}
