import { Segmented } from 'antd'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ContactTemplate, type TemplateLanguage } from '../../contract.ts'
import { templateLanguageName } from '../languages.ts'

type Props = {
  template: ContactTemplate
  language: TemplateLanguage
  onLanguage: (language: TemplateLanguage) => void
}

/** Shows a template to outlets, which cannot edit it. */
export function TemplateFacts({ template, language, onLanguage }: Props) {
  const t = useT()
  return (
    <Card title={template.Name}>
      <Stack>
        <RecordFacts
          area="messages"
          of={ContactTemplate}
          record={template}
          fields={['ContactType', 'Purpose', 'Event', 'ReferenceCode', 'Status', 'Version', 'UpdatedAt']}
        />
        <div>
          <Segmented
            aria-label={t('messages:fields.Languages')}
            value={language}
            onChange={onLanguage}
            options={template.Texts.map(({ Language }) => ({ value: Language, label: templateLanguageName(Language) }))}
          />
        </div>
      </Stack>
    </Card>
  )
}
