// Gives a file to the browser, which stores it where it stores downloads.
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has begun with the address, and needs it until then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
