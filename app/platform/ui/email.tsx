/** An email address. If it must wrap, it wraps before the @. */
export function Email({ children }: { children: string }) {
  const at = children.lastIndexOf('@')
  return (
    <span className="break-words" data-email="">
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  )
}
