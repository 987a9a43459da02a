import { compileMessage, sanitizeTemplateText } from './compile.ts'
import type { CompiledText, CompileTextTask } from './compile-texts.ts'
import { renderMessage } from './render-version.ts'
import { performThreadTasks } from './threads/thread.ts'

// The worker threads of compile-texts.ts start with this file.

async function perform({ names, ContactType, Purpose, text, webUrl, preview }: CompileTextTask): Promise<CompiledText> {
  const cleaned = sanitizeTemplateText(names, ContactType, text, { webUrl })
  const version = { ...compileMessage(ContactType, Purpose, cleaned.text), Language: text.Language }
  const rendered = preview ? renderMessage(ContactType, version, preview.merged, preview.currency) : null
  return { ...cleaned, version, rendered }
}

// Liquid is loaded before the first task, so that loading does not count towards the time limit of the task.
compileMessage('Email', 'Service', { Language: 'en', Subject: '', Body: '' })
performThreadTasks(perform)
