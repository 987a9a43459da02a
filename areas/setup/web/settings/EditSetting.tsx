import { z } from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { catalogue } from '../../contract/catalogue.ts'
import { type Setting, updateSetting } from '../../contract/settings.ts'
import { settingField } from './setting-field.tsx'
import { settingDescription, settingName } from './words.ts'

type Props = { setting: Setting; open: boolean; onClose: () => void }

/** Form for one setting; it validates the value with the same schema as the server. */
export function EditSetting({ setting, open, onClose }: Props) {
  const t = useT()
  const { Name } = setting
  const call = {
    ...updateSetting,
    body: z.strictObject({ ...updateSetting.body.shape, Value: catalogue[Name].schema as z.ZodType<Setting['Value']> }),
  } as unknown as typeof updateSetting
  return (
    <FormDialog<Endpoint & typeof updateSetting>
      area="setup"
      title={settingName(t, setting)}
      open={open}
      onClose={onClose}
      call={call}
      initial={setting}
      fixed={{ Name }}
      fields={[{ ...settingField<typeof updateSetting>(t, setting, 'Value'), label: 'kit:table.value' }]}
      note={<p>{settingDescription(t, setting)}</p>}
      done="setup:saved"
      failed="setup:saveFailed"
    />
  )
}
