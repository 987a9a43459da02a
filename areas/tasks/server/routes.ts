import { serve } from '#kit/server/serve.ts'
import * as contact from '../contract/contact.ts'
import * as logs from '../contract/progress-logs.ts'
import * as contract from '../contract/tasks.ts'
import { contactCustomer, getContactWays, previewContact } from './contact.ts'
import { getTaskDay, listTasks } from './list-tasks.ts'
import { addLog, deleteLog, getLog, listLogs, restoreLog, updateLog } from './progress-logs.ts'
import { listTaskResults } from './results.ts'
import { addTask, deleteTask, getTask, restoreTask, updateTask } from './tasks.ts'

export const taskRoutes = [
  serve(contract.listTasks, listTasks),
  serve(contract.getTask, getTask),
  serve(contract.addTask, addTask),
  serve(contract.updateTask, updateTask),
  serve(contract.deleteTask, deleteTask),
  serve(contract.restoreTask, restoreTask),
  serve(contract.getTaskDay, getTaskDay),
  serve(contact.getContactWays, getContactWays),
  serve(contact.previewContact, previewContact),
  serve(contact.contactCustomer, contactCustomer),
  serve(contact.listTaskResults, listTaskResults),
  serve(logs.addLog, addLog),
  serve(logs.listLogs, listLogs),
  serve(logs.getLog, getLog),
  serve(logs.updateLog, updateLog),
  serve(logs.deleteLog, deleteLog),
  serve(logs.restoreLog, restoreLog),
]
