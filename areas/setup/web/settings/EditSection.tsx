import type { z } from 'zod'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { settingsCatalogue } from '../../contract/catalogue.ts'
import type { SettingGroup } from '../../contract/define-setting.ts'
import { type Setting, updateSettings } from '../../contract/settings.ts'
import { toSettingFormField } from './setting-field.tsx'
import { settingDescriptionKey, settingDisplayName } from './words.ts'

type Props = { group: SettingGroup; settings: readonly Setting[]; open: boolean; onClose: () => void }

/** Form for all settings of a section; one call saves either all changed settings or none. */
export function EditSettingsGroupDialog({ group, settings, open, onClose }: Props) {
  const t = useT()
  return (
    <FormDialog
      area="setup"
      title={t(`setup:group.${group}`)}
      open={open}
      onClose={onClose}
      call={updateSettings}
      columns={2}
      initial={{
        Values: Object.fromEntries(settings.map(({ Name, Value }) => [Name, Value])),
        Versions: Object.fromEntries(settings.map(({ Name, Version }) => [Name, Version])),
      }}
      fields={settings.map((setting) => ({
        ...toSettingFormField<typeof updateSettings>(t, setting, `Values.${setting.Name}`),
        title: settingDisplayName(t, setting),
        help: settingDescriptionKey(setting),
        schema: settingsCatalogue[setting.Name].schema as z.ZodType,
      }))}
      done={({ Settings }) => t('setup:sectionSaved', { count: Settings.length })}
      failed="setup:saveFailed"
    />
  )
}
