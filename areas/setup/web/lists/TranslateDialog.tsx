import { Button, Form, Input, Modal, Space } from 'antd'
import { useId, useState } from 'react'
import { languages, useT } from '#kit/web/i18n.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { ListEntry } from '../../contract/lists.ts'
import { addTranslation, deleteTranslation, type Language, listTranslations } from '../../contract/translations.ts'

const translationLanguages: readonly { code: Language; name: string }[] = [
  ...languages,
  { code: 'ms', name: 'Bahasa Melayu' },
]

/** Dialog for the translations of a list value; languages without a translation show the label. */
export function TranslateListEntryDialog({ entry, onClose }: { entry: ListEntry | undefined; onClose: () => void }) {
  const t = useT()
  return (
    <Modal
      open={entry !== undefined}
      title={t('setup:list.translateOf', { name: entry?.Label ?? entry?.Value ?? '' })}
      footer={<Button onClick={onClose}>{t('kit:verbs.close')}</Button>}
      onCancel={onClose}
      destroyOnHidden
    >
      {entry &&
        translationLanguages.map(({ code, name }) => (
          <TranslationForm key={code} entry={entry} code={code} name={name} />
        ))}
    </Modal>
  )
}

type LineProps = { entry: ListEntry; code: Language; name: string }

function TranslationForm({ entry, code, name }: LineProps) {
  const t = useT()
  const id = useId()
  const ObjectId = String(entry.ListItemId)
  const current = entry.Translations.find(({ LanguageCode }) => LanguageCode === code)?.Value ?? ''
  const [typed, setTyped] = useState(current)
  const { data } = useRead(listTranslations, { ObjectType: 'ListItem', ObjectId })
  const save = useCall(addTranslation, { done: 'setup:saved', failed: 'setup:list.translateFailed' })
  const remove = useCall(deleteTranslation, { done: 'kit:deleted', failed: 'kit:deleteFailed' })
  const Value = typed.trim()
  const stored = data?.rows.find(({ LanguageCode }) => LanguageCode === code)
  const submit = () => {
    if (Value) save.mutate({ ObjectType: 'ListItem', ObjectId, LanguageCode: code, Value })
    else if (stored) remove.mutate({ TranslationId: stored.TranslationId })
  }
  return (
    <Form layout="vertical" onFinish={submit}>
      <Form.Item label={<span lang={code}>{name}</span>} htmlFor={id} style={{ marginBlockEnd: 12 }}>
        <Space.Compact block>
          <Input
            id={id}
            lang={code}
            value={typed}
            maxLength={100}
            placeholder={entry.Label ?? entry.Value}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button
            htmlType="submit"
            disabled={Value === current}
            loading={save.isPending || remove.isPending}
            aria-label={t('setup:list.saveIn', { name })}
          >
            {t('kit:verbs.save')}
          </Button>
        </Space.Compact>
      </Form.Item>
    </Form>
  )
}
