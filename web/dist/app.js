document.title = "tuzdik";
