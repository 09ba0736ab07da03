/** The text of a form's field; empty if the form has no such field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The texts of some fields, without spaces around them. */
export function textsOf<Name extends string>(form: FormData, ...names: Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(form, name).trim()])) as Record<Name, string>
}
