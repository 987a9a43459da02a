import { Select } from 'antd'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { ControlProps, EndpointFieldName, FieldSpec } from '#kit/web/form/fields.ts'
import { getCurrency } from '#kit/web/format.ts'
import { languages, type TranslateFunction } from '#kit/web/i18n.ts'
import type { Setting } from '../../contract/settings.ts'
import { LegalTextField } from './LegalField.tsx'
import { LogoField } from './LogoField.tsx'

/** Returns the form field of a setting; unit, choices and control follow from the setting's definition. */
export function toSettingFormField<E extends Endpoint>(
  t: TranslateFunction,
  setting: Setting,
  name: EndpointFieldName<E>,
): FieldSpec<EndpointFieldName<E>> {
  const { Name, Unit, List } = setting
  return {
    name,
    ...(Unit && { suffix: Unit === 'currency' ? getCurrency() : t(`setup:unitName.${Unit}`) }),
    ...(List && { choices: { list: List }, kind: 'select' as const }),
    ...(Name === 'company.logo' && { control: (props: ControlProps) => <LogoField {...props} /> }),
    ...((Name === 'legal.terms' || Name === 'legal.privacy') && {
      control: (props: ControlProps) => <LegalTextField {...props} />,
    }),
    ...(Name === 'languages' && { control: (props: ControlProps) => <LanguagesSelect {...props} /> }),
  }
}

/** A select of interface languages by their native names. */
const LanguagesSelect = ({ value, ...selectProps }: ControlProps) => (
  <Select<string[]>
    {...selectProps}
    mode="multiple"
    value={Array.isArray(value) ? value : []}
    options={languages.map(({ code, name }) => ({ value: code, label: name }))}
  />
)
