import { serve } from '#kit/server/serve.ts'
import * as contact from '../contract/contact.ts'
import * as logs from '../contract/progress-logs.ts'
import * as contract from '../contract/tasks.ts'
import { contactCustomer, listContactWaysOfTask, previewTaskContact } from './contact.ts'
import { getTaskDay, listTasks } from './list-tasks.ts'
import {
  addProgressLog,
  deleteProgressLog,
  getProgressLog,
  listProgressLogs,
  restoreProgressLog,
  updateProgressLog,
} from './progress-logs.ts'
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
  serve(contact.listContactWaysOfTask, listContactWaysOfTask),
  serve(contact.previewTaskContact, previewTaskContact),
  serve(contact.contactCustomer, contactCustomer),
  serve(contact.listTaskResults, listTaskResults),
  serve(logs.addProgressLog, addProgressLog),
  serve(logs.listProgressLogs, listProgressLogs),
  serve(logs.getProgressLog, getProgressLog),
  serve(logs.updateProgressLog, updateProgressLog),
  serve(logs.deleteProgressLog, deleteProgressLog),
  serve(logs.restoreProgressLog, restoreProgressLog),
]
