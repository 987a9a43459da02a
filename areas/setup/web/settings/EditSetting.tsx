import { Select } from 'antd'
import { z } from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import type { ControlProps, FormField } from '#kit/web/form/fields.ts'
import { getCurrency } from '#kit/web/format.ts'
import { languages, useT } from '#kit/web/i18n.ts'
import { catalogue } from '../../contract/catalogue.ts'
import { type Setting, updateSetting } from '../../contract/settings.ts'
import { LegalField } from './LegalField.tsx'
import { LogoField } from './LogoField.tsx'
import { settingDescription, settingName } from './words.ts'

type Props = { setting: Setting; open: boolean; onClose: () => void }

/** The form for one setting. It validates with the catalogue's schema, as the server does. */
export function EditSetting({ setting, open, onClose }: Props) {
  const t = useT()
  const { Name, Unit, List } = setting
  const call = {
    ...updateSetting,
    body: z.strictObject({ ...updateSetting.body.shape, Value: catalogue[Name].schema as z.ZodType<Setting['Value']> }),
  } as unknown as typeof updateSetting
  const field: FormField<typeof updateSetting> = {
    name: 'Value',
    label: 'kit:table.value',
    ...(Unit && { suffix: Unit === 'currency' ? getCurrency() : t(`setup:unitName.${Unit}`) }),
    ...(List && { choices: { list: List }, kind: 'select' as const }),
    ...(Name === 'company.logo' && { control: (props: ControlProps) => <LogoField {...props} /> }),
    ...((Name === 'legal.terms' || Name === 'legal.privacy') && {
      control: (props: ControlProps) => <LegalField {...props} />,
    }),
    ...(Name === 'languages' && { control: (props: ControlProps) => <LanguagesSelect {...props} /> }),
  }
  return (
    <FormDialog<Endpoint & typeof updateSetting>
      area="setup"
      title={settingName(t, setting)}
      open={open}
      onClose={onClose}
      call={call}
      initial={setting}
      fixed={{ Name }}
      fields={[field]}
      note={<p>{settingDescription(t, setting)}</p>}
      done="setup:saved"
      failed="setup:saveFailed"
    />
  )
}

/** A select of interface languages, each under its native name. */
const LanguagesSelect = ({ value, ...selectProps }: ControlProps) => (
  <Select<string[]>
    {...selectProps}
    mode="multiple"
    value={Array.isArray(value) ? value : []}
    options={languages.map(({ code, name }) => ({ value: code, label: name }))}
  />
)
