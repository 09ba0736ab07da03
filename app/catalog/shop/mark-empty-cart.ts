/**
 * The code of an inline script: marks the element around it if this browser has stored no cart or an empty one. Its hash
 * is in the Content-Security-Policy of the page.
 */
export const MARK_EMPTY_CART =
  "let n=0;try{n=JSON.parse(localStorage.getItem('cart')).cartItems.length}catch{}if(!n)document.currentScript.parentElement.dataset.empty=''"
