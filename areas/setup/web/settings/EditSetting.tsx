import { z } from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { settingsCatalogue } from '../../contract/catalogue.ts'
import { type Setting, updateSetting } from '../../contract/settings.ts'
import { toSettingFormField } from './setting-field.tsx'
import { settingDescriptionText, settingDisplayName } from './words.ts'

type Props = { setting: Setting; open: boolean; onClose: () => void }

/** Form for one setting; it validates the value with the same schema as the server. */
export function EditSettingDialog({ setting, open, onClose }: Props) {
  const t = useT()
  const { Name } = setting
  const call = {
    ...updateSetting,
    body: z.strictObject({
      ...updateSetting.body.shape,
      Value: settingsCatalogue[Name].schema as z.ZodType<Setting['Value']>,
    }),
  } as unknown as typeof updateSetting
  return (
    <FormDialog<Endpoint & typeof updateSetting>
      area="setup"
      title={settingDisplayName(t, setting)}
      open={open}
      onClose={onClose}
      call={call}
      initial={setting}
      fixed={{ Name }}
      fields={[{ ...toSettingFormField<typeof updateSetting>(t, setting, 'Value'), label: 'kit:table.value' }]}
      note={<p>{settingDescriptionText(t, setting)}</p>}
      done="setup:saved"
      failed="setup:saveFailed"
    />
  )
}
