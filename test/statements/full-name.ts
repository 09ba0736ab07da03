import type { RunnerTask } from 'vitest'

/** The names of the groups of a test and its own name. */
export function fullName(task: RunnerTask): string {
  return task.suite && task.suite !== task.file ? `${fullName(task.suite)} > ${task.name}` : task.name
}
